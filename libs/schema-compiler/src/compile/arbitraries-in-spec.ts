import fc from 'fast-check';

import { type SchemaObject } from '../json-schema.js';

const leaves: readonly SchemaObject[] = [
  { type: 'string' },
  { type: 'string', minLength: 2 },
  { type: 'string', pattern: '^a' },
  { type: 'string', format: 'email' },
  { type: 'string', nullable: true },
  { type: 'string', not: { const: 'b' } },
  { type: 'integer', minimum: 0, maximum: 3 },
  { type: 'number', multipleOf: 0.5 },
  { type: 'boolean' },
  { type: 'null' },
  { type: ['string', 'null'] },
  { type: ['integer', 'string'], minimum: 1 },
  { enum: ['a', 'b', null] },
  { enum: ['a', 1, true] },
  { const: 'k' },
  { minLength: 1 },
  { $ref: '#/$defs/A' },
  { $ref: '#/$defs/B' },
  { $ref: '#/$defs/A', maxLength: 3 },
  { $ref: '#' },
];

const name = fc.constantFrom('a', 'b', 'c');
const names = fc.uniqueArray(name, { maxLength: 3 });

/** A member that only `required` names has no type, and most of the schemas would be refused for that alone. */
const namedIn = (properties: object, required: readonly string[]): string[] =>
  required.filter((one) => Object.hasOwn(properties, one));

const { node } = fc.letrec<{ node: SchemaObject; object: SchemaObject; leaf: SchemaObject }>((tie) => ({
  leaf: fc.constantFrom(...leaves),
  object: fc
    .record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('node'), { maxKeys: 3 }),
        required: names,
        additionalProperties: fc.oneof(fc.constant(false), tie('leaf')),
        patternProperties: fc.record({ '^c': tie('leaf') }),
        minProperties: fc.constant(2),
        anyOf: fc.array(fc.record({ required: names }), { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: ['type', 'properties'] },
    )
    .map((object) => ({
      ...object,
      ...(object.required && { required: namedIn(object.properties, object.required) }),
    })),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: tie('leaf') },
    { weight: 4, arbitrary: tie('object') },
    fc.record({ type: fc.constant('array'), items: tie('node'), maxItems: fc.constant(2) }),
    fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('object'), { minLength: 1, maxLength: 2 }) }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(name, tie('leaf')),
      oneOf: fc.array(tie('object'), { minLength: 1, maxLength: 2 }),
    }),
  ),
}));

/** Schemas of answers, most of which a strict dialect takes; some refer to themselves. */
export const answerSchemas: fc.Arbitrary<SchemaObject> = fc
  .record({ properties: fc.dictionary(name, node, { minKeys: 1, maxKeys: 3 }), required: names, A: node, B: node })
  .map(({ properties, required, A, B }) => ({
    type: 'object',
    properties,
    required: namedIn(properties, required),
    $defs: { A, B },
  }));

const texts = ['a', 'ab', 'abcd', 'b', 'k', 'a@b.co', ''];
const numbers = [0, 1, 2, 3, 0.5, 7];

/** Random choices, repeated as often as they are needed. */
export const choices = fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 });

/** A value that a compiled schema admits, but for the bounds that only a validator knows. */
export class Instances {
  /** True where the choices led on and on: what was made is no instance. */
  tooDeep = false;
  private next = 0;

  constructor(
    private readonly root: SchemaObject,
    private readonly chosen: readonly number[],
  ) {}

  of(schema: SchemaObject, depth = 0): unknown {
    const { $ref, anyOf, type, properties, items } = schema;
    if (schema['enum'] !== undefined) return this.pick(schema['enum'] as unknown[]);
    this.tooDeep ||= depth > 30;
    if (this.tooDeep) return null;
    if (typeof $ref === 'string') return this.of(this.at($ref), depth + 1);
    if (Array.isArray(anyOf)) return this.of(this.branch(anyOf as SchemaObject[], depth), depth);
    if (type === 'object') {
      const members = Object.entries((properties ?? {}) as Record<string, SchemaObject>);
      return Object.fromEntries(members.map(([member, inner]) => [member, this.of(inner, depth + 1)]));
    }
    if (type === 'array') {
      return Array.from({ length: depth > 6 ? 0 : this.pick([0, 1, 2]) }, () =>
        this.of(items as SchemaObject, depth + 1),
      );
    }
    const known: Record<string, unknown[]> = {
      string: texts,
      number: numbers,
      integer: [0, 1, 2, 3],
      boolean: [true, false],
    };
    return this.pick(known[String(type)] ?? [null]);
  }

  private branch(branches: readonly SchemaObject[], depth: number): SchemaObject {
    const ends = depth > 4 ? branches.find(({ type }) => type === 'null') : undefined;
    return ends ?? this.pick(branches);
  }

  private at(reference: string): SchemaObject {
    if (reference === '#') return this.root;
    const definitions = this.root['$defs'] as Record<string, SchemaObject>;
    return definitions[reference.slice('#/$defs/'.length)] ?? {};
  }

  private pick<T>(from: readonly T[]): T {
    const index = this.chosen[this.next++ % this.chosen.length] ?? 0;
    return from[index % from.length] as T;
  }
}
