import { admitSchema } from '../admission/admit-schema.js';
import { compileSchema } from './compile-schema.js';
import { type CompiledSchema } from './compiled-schema.js';
import { type DialectId } from './dialect.js';

const answer = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});
const property = { type: 'string' };

function compiled(schema: object, dialect: DialectId = 'openai-strict') {
  const admission = admitSchema(schema);
  if (!admission.ok) throw new Error(JSON.stringify(admission.failure));
  return compileSchema(admission.value, dialect);
}

function accepted(schema: object, dialect?: DialectId): CompiledSchema {
  const result = compiled(schema, dialect);
  if (!result.accepted) throw new Error(JSON.stringify(result.reasons));
  return result;
}

const wireOf = (schema: object): unknown => (accepted(answer({ a: schema })).schema['properties'] as { a: unknown }).a;
const residueOf = (schema: object, dialect?: DialectId): string[] =>
  accepted(answer({ a: schema }), dialect).residue.map(
    ({ pointer, keyword }) => `${pointer.slice('/properties/a'.length)} ${keyword}`,
  );

describe('a schema on the wire', () => {
  it.each([
    ['a const', { const: 'x' }, { type: 'string', enum: ['x'] }],
    [
      'an enum of several types',
      { enum: ['x', 1, null] },
      { anyOf: [{ type: 'null' }, { type: 'number', enum: [1] }, { type: 'string', enum: ['x'] }] },
    ],
    ['a type that the keywords imply', { minimum: 1 }, { type: 'number', minimum: 1 }],
    ['`nullable` beside a type', { type: 'string', nullable: true }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [
      'a conjunction of bounds',
      { allOf: [{ type: 'integer', minimum: 1 }, { maximum: 5 }] },
      { type: 'integer', minimum: 1, maximum: 5 },
    ],
    [
      'a conjunction of types',
      { allOf: [{ type: ['string', 'number'] }, { type: ['integer', 'null'] }] },
      { type: 'integer' },
    ],
    [
      'a union beside a base',
      { type: 'string', oneOf: [{ pattern: '^a' }, { type: 'integer' }] },
      { type: 'string', pattern: '^a' },
    ],
    ['what says something', { type: 'string', description: 'a name' }, { type: 'string', description: 'a name' }],
  ])('given %s, then it is stated', (_name, schema, wire) => {
    expect(wireOf(schema)).toEqual(wire);
  });

  it('given members in an order, then the order is kept: models write in it', () => {
    const { schema } = accepted(answer({ reasons: property, verdict: property, also: property }));
    expect(schema['required']).toEqual(['reasons', 'verdict', 'also']);
  });

  it('given objects that extend one another, then they are one object', () => {
    const base = { type: 'object', properties: { id: property }, required: ['id'] };
    const { schema, changes } = accepted({
      allOf: [{ $ref: '#/$defs/base' }, { properties: { more: { type: 'null' } } }],
      $defs: { base },
    });
    expect(schema).toEqual(answer({ id: property, more: { type: 'null' } }));
    expect(changes.map(({ change }) => change)).toEqual(['all_of_merged', 'object_closed', 'optional_required']);
  });

  it('given members that differ by a kind, then each branch has those that stand beside the union', () => {
    const branch = (kind: string, more: object) => ({
      properties: { kind: { const: kind }, ...more },
      required: ['kind'],
    });
    const schema = {
      ...answer({ kind: property, id: property }),
      additionalProperties: undefined,
      anyOf: [branch('a', { x: property }), branch('b', {})],
    };
    const wire = wireOf(schema) as { anyOf: { properties: object }[] };
    expect(wire.anyOf.map(({ properties }) => Object.keys(properties))).toEqual([
      ['kind', 'id', 'x'],
      ['kind', 'id'],
    ]);
  });

  it('given a schema that refers to itself, then it does so on the wire', () => {
    const { schema } = accepted(
      answer(
        { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] }, at: { $ref: '#/$defs/N' } },
        {
          $defs: {
            N: {
              type: 'object',
              properties: { in: { type: 'array', items: { $ref: '#/$defs/N' } } },
              required: ['in'],
            },
          },
        },
      ),
    );
    expect(schema).toMatchObject({
      properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] }, at: { $ref: '#/$defs/N' } },
      $defs: { N: { properties: { in: { items: { $ref: '#/$defs/N' } } } } },
    });
  });

  it.each<[string, object, DialectId, string[]]>([
    ['a length', { type: 'string', minLength: 1, maxLength: 2 }, 'openai-strict', [' minLength', ' maxLength']],
    ['a format that is not listed', { type: 'string', format: 'uri' }, 'openai-strict', [' format']],
    ['the same format elsewhere', { type: 'string', format: 'uri' }, 'anthropic', []],
    ['a bound', { type: 'integer', minimum: 1 }, 'anthropic', [' minimum']],
    ['two items at least', { type: 'array', items: property, minItems: 2 }, 'anthropic', [' minItems']],
    ['one item at least', { type: 'array', items: property, minItems: 1 }, 'anthropic', []],
    ['an enum of truths', { enum: [true] }, 'gemini', [' enum']],
    [
      'conditions',
      { ...answer({ x: property }), if: { required: ['x'] }, then: { minProperties: 1 }, not: { maxProperties: 0 } },
      'openai-strict',
      [' if', ' not'],
    ],
    [
      'two patterns',
      { allOf: [{ type: 'string', pattern: 'a' }, { pattern: 'b' }] },
      'openai-strict',
      ['/allOf/1 pattern'],
    ],
  ])('given %s, then what the provider does not hold is residue', (_name, schema, dialect, residue) => {
    expect(residueOf(schema, dialect)).toEqual(residue);
  });

  it.each<[string, object, DialectId, string]>([
    ['free members', { type: 'object' }, 'openai-strict', 'schema.open_object /properties/a'],
    ['a place without a type', {}, 'openai-strict', 'schema.no_type /properties/a'],
    ['an array of anything', { type: 'array' }, 'anthropic', 'schema.no_items /properties/a'],
    ['a tuple', { type: 'array', prefixItems: [property] }, 'gemini', 'schema.tuple /properties/a'],
    ['an enum of objects', { enum: [{}] }, 'openai-strict', 'schema.value /properties/a'],
    [
      'a conjunction that nothing satisfies',
      { allOf: [{ type: 'string' }, { type: 'integer' }] },
      'gemini',
      'schema.contradiction ',
    ],
    [
      'a recursion',
      { type: 'object', properties: { a: { $ref: '#/properties/a' } } },
      'anthropic',
      'schema.recursion /$defs/a',
    ],
  ])('given %s, then the dialect refuses it there', (_name, schema, dialect, refusal) => {
    const result = compiled(answer({ a: schema }), dialect);
    expect(result.accepted ? [] : result.reasons.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([refusal]);
  });

  it('given a recursion by an optional member, then gemini takes it, and by a required one it does not', () => {
    const list = (required: string[]) =>
      answer({ a: { type: 'object', properties: { next: { $ref: '#/properties/a' } }, required } });
    expect(compiled(list([]), 'gemini').accepted).toBe(true);
    expect(compiled(list(['next']), 'gemini').accepted).toBe(false);
  });

  it('given a part of an answer, then it is no root for a provider, and JSON mode takes it', () => {
    const admission = admitSchema({ type: 'string' }, { root: 'any' });
    const results = admission.ok
      ? (['gemini', 'json-mode'] as const).map((one) => compileSchema(admission.value, one))
      : [];
    expect(results).toMatchObject([{ accepted: false, reasons: [{ code: 'schema.root_type' }] }, { accepted: true }]);
  });

  it('given limits that are passed, then each is told with the number found', () => {
    const deep = Array.from({ length: 10 }).reduce<object>((inner) => answer({ a: inner }), property);
    const result = compiled(
      answer({ a: deep, b: { enum: Array.from({ length: 300 }, (_, index) => `${'x'.repeat(60)}${index}`) } }),
    );
    expect(result.accepted ? '' : result.reasons[0]?.says).toMatch(
      /11 levels, at most 10; \d+ characters of one long enum, at most 15000/,
    );
  });

  it('given unions that double at each step, then it ends with a reason', () => {
    const step = (level: number): [string, object] => [
      `d${level}`,
      {
        type: 'object',
        properties: { [`k${level}`]: property },
        anyOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}`, minProperties: 1 }],
      },
    ];
    const $defs = { ...Object.fromEntries(Array.from({ length: 40 }, (_, level) => step(level))), d40: property };
    expect(compiled(answer({ a: { $ref: '#/$defs/d0' } }, { $defs }))).toMatchObject({
      accepted: false,
      reasons: [{ code: 'schema.too_costly' }],
    });
  });

  it('given JSON mode, then nothing is held and nothing changed', () => {
    const schema = answer({ a: { type: 'string', minLength: 1 } });
    expect(accepted(schema, 'json-mode')).toMatchObject({ schema, changes: [], nullForAbsent: [] });
    expect(accepted(schema, 'json-mode').residue).toContainEqual({ pointer: '/properties/a', keyword: 'minLength' });
  });
});
