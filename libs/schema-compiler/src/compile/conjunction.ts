import { assertions, isObject, listAt, type Place } from '../json-schema.js';
import { type Compilation } from './compilation.js';
import { type Part } from './part.js';

/** A reference that nothing stands beside but annotations: it stays one on the wire. */
export function loneReference({ schema }: Place): string | undefined {
  if (!isObject(schema) || typeof schema['$ref'] !== 'string') return undefined;
  const more = Object.keys(schema).some((keyword) => keyword === 'allOf' || assertions.has(keyword));
  return more ? undefined : schema['$ref'];
}

/** The parts that all hold at a place; undefined where it is `false`, which no value satisfies. */
export function partsOf(place: Place, compilation: Compilation): Part[] | undefined {
  const { pointer, schema } = place;
  if (compilation.spend()) {
    compilation.refuse('schema.too_costly', '');
    return [];
  }
  if (schema === true) return [];
  if (!isObject(schema)) return undefined;
  const { $ref, allOf, ...own } = schema;
  const below = listAt(schema, 'allOf').map((value, index) => ({
    pointer: `${pointer}/allOf/${index}`,
    schema: value,
  }));
  if (typeof $ref === 'string') below.push(compilation.references.target(pointer, $ref));
  if (allOf !== undefined) compilation.change(pointer, 'all_of_merged');
  const inner = allParts(below, compilation);
  return inner && [{ pointer, schema: own }, ...inner];
}

export function allParts(places: readonly Place[], compilation: Compilation): Part[] | undefined {
  const found: Part[] = [];
  for (const place of places) {
    const parts = partsOf(place, compilation);
    if (parts === undefined) return undefined;
    found.push(...parts);
  }
  return found;
}
