import { isObject, listAt, type Place } from '../json-schema.js';
import { type References } from '../references.js';

/**
 * Whether the schema says that its value is an object: by `type`, by a reference, by one part of an `allOf`, or by
 * every branch of a union. `required` and `properties` do not say it: a bare string passes them.
 */
export function saysObject(place: Place, references: References, known = new Map<string, boolean>()): boolean {
  const before = known.get(place.pointer);
  if (before !== undefined) return before;
  const says = saysIt(place, references, (below) => saysObject(below, references, known));
  known.set(place.pointer, says);
  return says;
}

function saysIt({ pointer, schema }: Place, references: References, says: (place: Place) => boolean): boolean {
  if (!isObject(schema)) return false;
  const { type, nullable, $ref } = schema;
  if (type !== undefined) return type === 'object' && nullable !== true;
  if (typeof $ref === 'string' && says(references.target(pointer, $ref))) return true;
  const below = (keyword: string): Place[] =>
    listAt(schema, keyword).map((value, index) => ({ pointer: `${pointer}/${keyword}/${index}`, schema: value }));
  const isUnionOfObjects = (keyword: string) => below(keyword).length > 0 && below(keyword).every(says);
  return below('allOf').some(says) || isUnionOfObjects('anyOf') || isUnionOfObjects('oneOf');
}
