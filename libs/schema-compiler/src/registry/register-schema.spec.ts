import { type DialectId } from '../compile/dialect.js';
import { admitSchema } from '../admission/admit-schema.js';
import { portabilityWarnings } from './portability.js';
import { registerSchema } from './register-schema.js';

const text = { type: 'string' };
const object = (properties: object, required: string[] = [], more: object = {}): object => ({
  type: 'object',
  properties,
  required,
  ...more,
});
const entry = (version: string, schema: object, more: object = {}) => ({
  id: 'invoice',
  version,
  schema: JSON.stringify(schema),
  ...more,
});

const reasonsOf = (before: object, after: object, more: object = {}): string[] => {
  const result = registerSchema([entry('1', before)], entry('2', after, more), []);
  return result.registered ? [] : result.reasons.map(({ code, pointer }) => `${code} ${pointer}`);
};

describe('the registry of schemas', () => {
  const first = object({ total: { type: 'number' }, note: text }, ['total']);

  it('given the same version once more, then it is known; with another schema or order, then it is a conflict', () => {
    const existing = [entry('1', first)];
    const spaced = { ...entry('1', first), schema: JSON.stringify(first, null, 2) };
    expect(registerSchema(existing, spaced, [])).toMatchObject({ registered: true, known: true });
    const turned = object({ note: text, total: { type: 'number' } }, ['total']);
    expect(registerSchema(existing, entry('1', turned), [])).toMatchObject({
      registered: false,
      reasons: [{ code: 'schema.conflict' }],
    });
    expect(registerSchema(existing, { ...entry('1', turned), id: 'other' }, [])).toMatchObject({
      registered: true,
      known: false,
    });
  });

  it.each([
    ['a new optional field', object({ total: { type: 'number' }, note: text, more: text }, ['total'])],
    ['a field that was optional and is required', object({ total: { type: 'number' }, note: text }, ['total', 'note'])],
    ['a wider type', object({ total: { type: ['number', 'string'] }, note: text }, ['total'])],
    [
      'a field by reference',
      object({ total: { $ref: '#/$defs/t' }, note: text }, ['total'], { $defs: { t: { type: 'number' } } }),
    ],
  ])('given %s, then the version is taken', (_name, after) => {
    expect(reasonsOf(first, after)).toEqual([]);
  });

  it.each([
    [
      'a field that is gone',
      object({ total: { type: 'number' } }, ['total']),
      ['schema.field_removed /properties/note'],
    ],
    [
      'a new field that is required',
      object({ total: { type: 'number' }, note: text, more: text }, ['total', 'more']),
      ['schema.field_required /properties/more'],
    ],
    [
      'a narrower type',
      object({ total: { type: 'integer' }, note: text }, ['total']),
      ['schema.field_narrowed /properties/total/type'],
    ],
    [
      'a new bound',
      object({ total: { type: 'number' }, note: { ...text, maxLength: 5 } }, ['total']),
      ['schema.field_narrowed /properties/note/maxLength'],
    ],
    [
      'a closed object',
      { ...object({ total: { type: 'number' }, note: text }, ['total']), additionalProperties: false },
      ['schema.field_narrowed /additionalProperties'],
    ],
  ])('given %s, then it is refused, unless it says that it breaks', (_name, after, reasons) => {
    expect(reasonsOf(first, after)).toEqual(reasons);
    expect(reasonsOf(first, after, { breaking: true })).toEqual([]);
  });

  it.each([
    ['enum values', { enum: ['a'] }, { enum: ['a', 'b'] }],
    ['a const of an enum', { const: 'a' }, { enum: ['a', 'b'] }],
    ['a looser bound', { type: 'integer', minimum: 5, maximum: 6 }, { type: 'integer', minimum: 4, maximum: 7 }],
    ['one branch more', { anyOf: [text] }, { anyOf: [{ type: 'null' }, text] }],
    [
      'items that admit more',
      { type: 'array', items: { enum: ['a'] } },
      { type: 'array', items: { enum: ['a', 'b'] } },
    ],
    [
      'members that admit more',
      { type: 'object', additionalProperties: { enum: ['a'] } },
      { type: 'object', additionalProperties: { enum: ['a', 'b'] } },
    ],
  ])('given %s, then it is wider, and the other way round narrower', (_name, narrow, wide) => {
    expect(reasonsOf(object({ a: narrow }), object({ a: wide }))).toEqual([]);
    expect(reasonsOf(object({ a: wide }), object({ a: narrow }))).not.toEqual([]);
  });

  it('given a schema that refers to itself, then the comparison ends', () => {
    const tree = (name: object) => object({ next: { $ref: '#' }, name });
    expect(reasonsOf(tree(text), tree({ type: ['string', 'null'] }))).toEqual([]);
    expect(reasonsOf(tree(text), tree({ type: 'null' }))).toEqual(['schema.field_narrowed /properties/name/type']);
  });

  it('given dialects, then the schema is compiled for each once, and one at least has to take it', () => {
    const map = { type: 'object', additionalProperties: text };
    const dialects: DialectId[] = ['openai-strict', 'json-mode', 'openai-strict'];
    const result = registerSchema([], entry('1', map), dialects);
    expect(result).toMatchObject({ registered: true, compiled: [{ accepted: false }, { accepted: true }] });
    expect(registerSchema([], entry('1', map), ['openai-strict'])).toMatchObject({
      registered: false,
      reasons: [{ code: 'schema.no_dialect' }, { code: 'schema.open_object' }],
    });
  });
});

describe('portability', () => {
  it.each([
    ['portability.no_type', object({ a: { description: 'x' } }), '/properties/a'],
    ['portability.open_object', object({ a: text }), ''],
    ['portability.deep_combinator', object({ a: { anyOf: [{ oneOf: [text] }] } }), '/properties/a/anyOf/0'],
    ['portability.numeric_id', object({ order_id: { type: 'integer' } }), '/properties/order_id'],
    [
      'portability.large_arguments',
      object(Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`a${index}`, text]))),
      '',
    ],
    [
      'portability.object_or_string',
      object({ a: { anyOf: [{ $ref: '#/$defs/o' }, text] } }, [], { $defs: { o: { type: 'object' } } }),
      '/properties/a',
    ],
    ['portability.nullable', object({ a: { type: 'string', nullable: true } }), '/properties/a'],
    ['portability.unknown_keyword', object({ a: { type: 'string', maxLenght: 3 } }), '/properties/a'],
  ])('given what %s means, then it is warned of', (code, schema, pointer) => {
    const admission = admitSchema(schema);
    const warnings = admission.ok ? portabilityWarnings(admission.value) : [];
    expect(warnings.map((warning) => `${warning.code} ${warning.pointer}`)).toContain(`${code} ${pointer}`);
  });

  it('given a closed object with typed members, then there is nothing to warn of', () => {
    const admission = admitSchema(object({ id: text, total: { type: 'number' } }, [], { additionalProperties: false }));
    expect(admission.ok && portabilityWarnings(admission.value)).toEqual([]);
  });
});
