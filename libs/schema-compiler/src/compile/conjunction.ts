import { conjunctsOf, type Part } from '../conjuncts.js';
import { assertions, isObject, type Place } from '../json-schema.js';
import { type Compilation } from './compilation.js';

/** A reference that nothing stands beside but annotations: it stays one on the wire. */
export function loneReference({ schema }: Place): string | undefined {
  if (!isObject(schema) || typeof schema['$ref'] !== 'string') return undefined;
  const more = Object.keys(schema).some((keyword) => keyword === 'allOf' || assertions.has(keyword));
  return more ? undefined : schema['$ref'];
}

/** The parts of the places, and that some came out of an `allOf`. */
export function allParts(places: readonly Place[], compilation: Compilation): Part[] | undefined {
  const parts = conjunctsOf(places, compilation.references);
  for (const { pointer } of parts ?? []) {
    const [, merged] = /^(.*)\/allOf\/\d+$/.exec(pointer) ?? [];
    if (merged !== undefined) compilation.change(merged, 'all_of_merged');
  }
  return parts;
}
