import { canonicalJson } from '#libs/kernel';

import { listAt } from './json-schema.js';
import { type Part } from './conjuncts.js';

export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

const implied: readonly (readonly [JsonType, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'boolean' | 'object' | 'string';
}

/** The types that every part admits by its `type`; undefined where none of them has one. `number` stands for both. */
export function statedTypes(parts: readonly Part[]): JsonType[] | undefined {
  let common: JsonType[] | undefined;
  for (const { schema } of parts) {
    const { type, nullable } = schema;
    if (type === undefined) continue;
    const own = [type, ...(nullable === true ? ['null'] : [])].flat() as JsonType[];
    const wide = own.includes('number') ? [...new Set<JsonType>([...own, 'integer'])] : own;
    common = common ? common.filter((one) => wide.includes(one)) : wide;
  }
  return common?.includes('number') ? common.filter((one) => one !== 'integer') : common;
}

/** The type that the keywords of a place without one speak of. */
export function impliedType(parts: readonly Part[]): JsonType | undefined {
  return implied.find(([, keywords]) => parts.some(({ schema }) => keywords.some((keyword) => keyword in schema)))?.[0];
}

/** The values that every `enum` and `const` lists; undefined where there is neither. */
export function statedValues(parts: readonly Part[]): readonly unknown[] | undefined {
  let common: readonly unknown[] | undefined;
  for (const { schema } of parts) {
    const lists = [
      ...('enum' in schema ? [listAt(schema, 'enum')] : []),
      ...('const' in schema ? [[schema['const']]] : []),
    ];
    for (const list of lists) {
      const texts = new Set(list.map(canonicalJson));
      common = (common ?? list).filter((value) => texts.has(canonicalJson(value)));
    }
  }
  return common;
}

/** Of a type, as JSON Schema counts: 1.0 is an integer. */
export function isOfType(value: unknown, types: readonly JsonType[]): boolean {
  const type = typeOf(value);
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}
