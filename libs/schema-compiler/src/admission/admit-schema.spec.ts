import fc from 'fast-check';

import { admitSchema, maxPlaces } from './admit-schema.js';

const answer = (properties: object): object => ({ type: 'object', properties });
const codesOf = (source: unknown): string[] => {
  const admission = admitSchema(source);
  return admission.ok ? [] : admission.failure.map(({ code, pointer }) => `${code} ${pointer}`);
};
const nested = (levels: number): string => '{"not":'.repeat(levels) + '{}' + '}'.repeat(levels);

describe("admission of a caller's schema", () => {
  it.each([
    ['no JSON', '{"type":', 'schema.not_json '],
    ['an array', '[]', 'schema.not_json '],
    ['text after it', '{"type":"object"} {}', 'schema.not_json '],
    ['a value that has no JSON form', BigInt(1), 'schema.not_json '],
    ['a member named twice', '{"type":"object","type":"object"}', 'schema.duplicate_member '],
    ['a lone surrogate', '{"type":"object","title":"\\ud800"}', 'schema.ill_formed '],
    [
      'an integer beyond 2^53',
      '{"type":"object","properties":{"a":{"const":9007199254740993}}}',
      'schema.unsafe_number ',
    ],
    ['one level too many', nested(64), 'schema.too_deep '],
    ['too many bytes', { type: 'object', title: 'x'.repeat(131_072) }, 'schema.too_large '],
    ['too many subschemas', { type: 'object', anyOf: Array(maxPlaces).fill({}) }, 'schema.too_large '],
    ['too many enum values', answer({ a: { enum: [...Array(10_001).keys()] } }), 'schema.too_large '],
    [
      'an unknown draft',
      { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' },
      'schema.unknown_dialect /$schema',
    ],
    [
      'another draft inside',
      answer({ a: { $schema: 'http://json-schema.org/draft-07/schema' } }),
      'schema.unknown_dialect /properties/a/$schema',
    ],
    ['a keyword with a wrong value', answer({ a: { minLength: 'x' } }), 'schema.malformed /properties/a/minLength'],
    ['a tuple of draft-07', answer({ a: { items: [{}] } }), 'schema.malformed /properties/a/items'],
    [
      'a keyword of another draft',
      answer({ a: { additionalItems: false } }),
      'schema.foreign_keyword /properties/a/additionalItems',
    ],
    ['the `id` of draft-04', { id: 'x', type: 'object' }, 'schema.foreign_keyword /id'],
    ['a dynamic reference', answer({ a: { $dynamicRef: '#' } }), 'schema.unserved_keyword /properties/a/$dynamicRef'],
    [
      'an $id that draft-07 ignores',
      { $schema: 'http://json-schema.org/draft-07/schema', $id: 'x', $ref: '#/definitions/a', definitions: { a: {} } },
      'schema.unserved_keyword /$id',
    ],
    ['no type', { required: ['a'] }, 'schema.root_type '],
    ['an object or null', { type: ['object', 'null'] }, 'schema.root_type '],
    ['a nullable object', { type: 'object', nullable: true }, 'schema.root_type '],
    ['a union with a string', { anyOf: [{ type: 'object' }, { type: 'string' }] }, 'schema.root_type '],
    ['$async somewhere', answer({ a: { $async: true } }), 'schema.async /properties/a/$async'],
    [
      'a reference to a host',
      answer({ a: { $ref: 'http://169.254.169.254/latest' } }),
      'schema.external_ref /properties/a/$ref',
    ],
    ['a reference to a file', answer({ a: { $ref: 'file:///etc/passwd' } }), 'schema.external_ref /properties/a/$ref'],
    ['a reference into nothing', answer({ a: { $ref: '#/$defs/gone' } }), 'schema.unknown_ref /properties/a/$ref'],
    [
      'a reference to what is no schema',
      { ...answer({ a: { $ref: '#/x/y' } }), x: { y: {} } },
      'schema.unknown_ref /properties/a/$ref',
    ],
    ['a reference to itself', { type: 'object', allOf: [{ $ref: '#' }] }, 'schema.endless_ref '],
    ['`nullable` without a type', answer({ a: { nullable: true } }), 'schema.nullable /properties/a/nullable'],
    [
      'a member named __proto__',
      '{"type":"object","properties":{"__proto__":{}}}',
      'schema.member_name /properties/__proto__',
    ],
    ['a look-ahead', answer({ a: { pattern: '(?=a)' } }), 'schema.pattern /properties/a/pattern'],
    [
      'a back reference in a name',
      answer({ a: { patternProperties: { '(a)\\1': {} } } }),
      'schema.pattern /properties/a/patternProperties/(a)\\1',
    ],
    ['a format that is not checked', answer({ a: { format: 'iri' } }), 'schema.unknown_format /properties/a/format'],
  ])('given %s, then it is refused there', (_name, source, refusal) => {
    expect(codesOf(source)).toContain(refusal);
  });

  it.each([
    ['a plain object', { type: 'object' }],
    ['JSON text with white space', ' {"type": "object"}\n'],
    [
      'draft-07 with a tuple',
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { a: { items: [{}] } } },
    ],
    ['a root by reference', { $ref: '#/$defs/A', $defs: { A: { type: 'object' } } }],
    ['a union of objects', { oneOf: [{ type: 'object' }, { allOf: [{ type: 'object' }] }] }],
    ['a recursion that steps into the value', { type: 'object', properties: { next: { $ref: '#' } } }],
    [
      'references by anchor and by an embedded id',
      answer({ a: { $ref: '#it' }, b: { $ref: 'other' }, c: { $anchor: 'it' }, d: { $id: 'other' } }),
    ],
    [
      'members that any object has',
      { type: 'object', required: ['constructor'], properties: { toString: { type: 'string' } } },
    ],
    ['a keyword that nobody knows', { type: 'object', 'x-order': 1 }],
  ])('given %s, then it is admitted', (_name, source) => {
    expect(codesOf(source)).toEqual([]);
  });

  it('given more faults than a report holds, then fifty are told', () => {
    const properties = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`p${index}`, { format: 'iri' }]));
    expect(codesOf(answer(properties))).toHaveLength(50);
  });

  it('given references that double at each step, then it ends', () => {
    const step = (index: number) => [
      `d${index}`,
      { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ];
    const $defs = {
      ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => step(index))),
      d60: { type: 'string' },
    };
    expect(codesOf({ $ref: '#/$defs/d0', $defs })).toEqual(['schema.root_type ']);
  });

  it('given any JSON, then it is admitted or refused with reasons, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string()), (source) => {
        const admission = admitSchema(source);
        if (!admission.ok) expect(admission.failure).not.toHaveLength(0);
      }),
      { numRuns: 300 },
    );
  });
});
