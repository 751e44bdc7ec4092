import { pointerToken } from '#libs/kernel';

import { linearPattern } from '../admission/pattern.js';
import { isObject, listAt, membersAt, type Place } from '../json-schema.js';
import { type Part } from '../conjuncts.js';

/** The members that a schema names, in its order; those that only `required` names come last. */
export function namesIn(parts: readonly Part[]): string[] {
  const named = parts.flatMap(({ schema }) => membersAt(schema, 'properties').map(([name]) => name));
  const required = parts.flatMap(({ schema }) => listAt(schema, 'required').map(String));
  return [...new Set([...named, ...required])];
}

/** Everything that holds for the member of this name; undefined where a part forbids it. */
export function constraintsOn(name: string, parts: readonly Part[]): Place[] | undefined {
  const found: Place[] = [];
  for (const part of parts) {
    const named = namedConstraints(name, part);
    const { additionalProperties } = part.schema;
    if (named.length > 0) found.push(...named);
    else if (additionalProperties === false) return undefined;
    else if (isObject(additionalProperties)) {
      found.push({ pointer: `${part.pointer}/additionalProperties`, schema: additionalProperties });
    }
  }
  return found;
}

function namedConstraints(name: string, { pointer, schema }: Part): Place[] {
  const own = membersAt(schema, 'properties')
    .filter(([property]) => property === name)
    .map(([, value]) => ({ pointer: `${pointer}/properties${pointerToken(name)}`, schema: value }));
  const matched = membersAt(schema, 'patternProperties')
    .filter(([pattern]) => linearPattern(pattern)?.test(name))
    .map(([pattern, value]) => ({ pointer: `${pointer}/patternProperties${pointerToken(pattern)}`, schema: value }));
  return [...own, ...matched];
}
