import { fail, JsonReader, ok, type Result } from '#libs/kernel';

import { isObject, type SchemaObject } from '../json-schema.js';
import { reason, type SchemaReason } from '../reason.js';

/** Of the text in UTF-8, white space included: what a record of `config.changed.v1` can carry. */
export const maxSchemaBytes = 128 * 1024;
/** Of arrays and objects; a subschema takes one or two. */
const maxLevels = 64;

const codeOf = {
  'parse.not_json': 'schema.not_json',
  'parse.mixed_text': 'schema.not_json',
  'parse.duplicate_key': 'schema.duplicate_member',
  'parse.too_deep': 'schema.too_deep',
  'parse.too_large': 'schema.too_large',
  'parse.unsafe_number': 'schema.unsafe_number',
  'parse.ill_formed': 'schema.ill_formed',
} as const;

/** The text is read and not the value, since JSON.parse gives equal values for different numbers and for twins. */
export function readSchema(text: string): Result<SchemaObject, readonly SchemaReason[]> {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxSchemaBytes) {
    return fail([reason('schema.too_large', '', `${bytes} bytes, at most ${maxSchemaBytes}`)]);
  }
  const reader = new JsonReader(text, maxLevels);
  const value = reader.value();
  reader.skipWhiteSpace();
  const { problems } = reader;
  if (problems.length > 0) {
    return fail(problems.map(({ code, at }) => reason(codeOf[code], '', `at UTF-16 unit ${at} of the text`)));
  }
  return isObject(value) && reader.position === text.length ? ok(value) : fail([reason('schema.not_json', '')]);
}

/** The text of a value that came as JSON already; undefined for what has none, for example a cycle. */
export function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
