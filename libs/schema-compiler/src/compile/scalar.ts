import { type Compilation, type Wire } from './compilation.js';
import { type Part } from '../conjuncts.js';
import { type JsonType } from '../types.js';

const ofNumbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/** The keywords that bound a value of the type. */
export const boundsOf: Readonly<Record<JsonType, readonly string[]>> = {
  null: [],
  boolean: [],
  object: [],
  array: ['minItems', 'maxItems', 'uniqueItems'],
  number: ofNumbers,
  integer: ofNumbers,
  string: ['minLength', 'maxLength', 'pattern', 'format'],
};

export function compileScalar(
  type: JsonType,
  parts: readonly Part[],
  values: readonly unknown[] | undefined,
  compilation: Compilation,
): Wire {
  if (type === 'null' || values === undefined) return { type, ...boundsAt(type, parts, compilation) };
  for (const { pointer, schema } of parts) {
    for (const keyword of boundsOf[type]) if (keyword in schema) compilation.leave(pointer, keyword);
  }
  if (compilation.dialect.enumTypes.has(type)) return { type, enum: values };
  for (const { pointer, schema } of parts) {
    for (const keyword of ['enum', 'const']) if (keyword in schema) compilation.leave(pointer, keyword);
  }
  return { type };
}

/** The bounds that the dialect holds; of two parts that say one differently, the second is residue. */
export function boundsAt(type: JsonType, parts: readonly Part[], compilation: Compilation): Wire {
  const held: Record<string, unknown> = {};
  for (const { pointer, schema } of parts) {
    for (const keyword of boundsOf[type]) {
      const value = schema[keyword];
      if (value === undefined) continue;
      if (isHeld(keyword, value, compilation) && (held[keyword] ?? value) === value) held[keyword] = value;
      else compilation.leave(pointer, keyword);
    }
  }
  return held;
}

function isHeld(keyword: string, value: unknown, { dialect }: Compilation): boolean {
  if (!dialect.keywords.has(keyword)) return false;
  if (keyword === 'format') return typeof value === 'string' && dialect.formats.has(value);
  return keyword !== 'minItems' || (typeof value === 'number' && value <= dialect.minItems);
}
