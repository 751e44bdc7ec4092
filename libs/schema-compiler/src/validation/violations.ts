import { type ErrorObject } from 'ajv';

import { pointerToken } from '#libs/kernel';

import { everyPlace, listAt, membersAt, isObject, type SchemaObject } from '../json-schema.js';
import { maxReported } from '../reason.js';

/** Where a value breaks a schema: names of members that the schema names, array indexes, and nothing of the value. */
export interface Violation {
  readonly pointer: string;
  /** The JSON Schema keyword that failed, for example `required`. */
  readonly keyword: string;
}

/** Every member name that the schema says: the only ones that a pointer may tell. */
export function namesIn(root: SchemaObject): ReadonlySet<string> {
  const names = everyPlace(root).flatMap(({ schema }) =>
    isObject(schema) ? [...membersAt(schema, 'properties').map(([name]) => name), ...listAt(schema, 'required')] : [],
  );
  return new Set(names.map(String));
}

/** The first violations, each once. */
export function violationsOf(
  errors: readonly ErrorObject[],
  value: unknown,
  names: ReadonlySet<string>,
): readonly Violation[] {
  const found = new Map<string, Violation>();
  for (const error of errors) {
    if (found.size === maxReported) break;
    const violation = { pointer: pointerOf(error, value, names), keyword: error.keyword };
    found.set(`${violation.pointer} ${violation.keyword}`, violation);
  }
  return [...found.values()];
}

function pointerOf({ instancePath, keyword, params }: ErrorObject, value: unknown, names: ReadonlySet<string>): string {
  const known = knownPart(instancePath, value, names);
  const missing: unknown =
    keyword === 'required' ? (params as { missingProperty?: unknown }).missingProperty : undefined;
  return typeof missing === 'string' && known === instancePath ? known + pointerToken(missing) : known;
}

/** The path as far as the schema itself names the way; a free member name is content and ends it. */
function knownPart(path: string, value: unknown, names: ReadonlySet<string>): string {
  let known = '';
  let at = value;
  for (const token of path.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!Array.isArray(at) && !names.has(name)) return known;
    known += pointerToken(name);
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return known;
}
