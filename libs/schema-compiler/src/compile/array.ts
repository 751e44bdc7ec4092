import { type Place } from '../json-schema.js';
import { type Compilation, type Wire } from './compilation.js';
import { type Part } from '../conjuncts.js';
import { boundsAt } from './scalar.js';

export function compileArray(parts: readonly Part[], compilation: Compilation): Wire | undefined {
  const tuple = parts.find(({ schema }) => 'prefixItems' in schema || Array.isArray(schema['items']));
  if (tuple) return compilation.refuse('schema.tuple', tuple.pointer);
  const places: Place[] = parts
    .filter(({ schema }) => 'items' in schema)
    .map(({ pointer, schema }) => ({ pointer: `${pointer}/items`, schema: schema['items'] }));
  const [first] = places;
  if (first === undefined) return compilation.refuse('schema.no_items', parts[0]?.pointer ?? '');
  const items = compilation.places(places, first.pointer);
  return items && { type: 'array', items, ...boundsAt('array', parts, compilation) };
}
