import { everyPlace, isObject, type Place, type SchemaObject, subschemas } from '../json-schema.js';
import { reason, type SchemaReason } from '../reason.js';
import { type References } from '../references.js';

/**
 * A reference that comes back to its place without a step into the value: a validator would never end.
 * Each subschema is entered once, so the time is linear.
 */
export function endlessReferences(root: SchemaObject, references: References): SchemaReason[] {
  const state = new Map<string, 'open' | 'done'>();
  const found: SchemaReason[] = [];
  for (const start of everyPlace(root)) {
    const open: { place: Place; entered: boolean }[] = [{ place: start, entered: false }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { place, entered } = next;
      if (entered) state.set(place.pointer, 'done');
      else if (state.get(place.pointer) === 'open') found.push(reason('schema.endless_ref', place.pointer));
      else if (!state.has(place.pointer)) {
        state.set(place.pointer, 'open');
        open.push({ place, entered: true });
        for (const same of atSamePlace(place, references)) open.push({ place: same, entered: false });
      }
    }
  }
  return found;
}

const samePlace = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependencies'],
]);

/** The subschemas that see the very value that this one sees. */
function atSamePlace(place: Place, references: References): Place[] {
  const { pointer, schema } = place;
  if (!isObject(schema)) return [];
  const below = subschemas(place).filter((inner) => {
    const [keyword = ''] = inner.pointer.slice(pointer.length + 1).split('/');
    return samePlace.has(keyword);
  });
  const { $ref } = schema;
  return typeof $ref === 'string' ? [...below, references.target(pointer, $ref)] : below;
}
