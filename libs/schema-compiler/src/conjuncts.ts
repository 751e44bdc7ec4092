import { isObject, listAt, type Place, type SchemaObject } from './json-schema.js';
import { type References } from './references.js';

/** One conjunct of a place: a subschema without its `allOf` and `$ref`, which are parts of their own. */
export interface Part {
  readonly pointer: string;
  readonly schema: SchemaObject;
}

/** The parts that all hold for one value, each once; undefined where one is `false`, which no value satisfies. */
export function conjunctsOf(places: readonly Place[], references: References): Part[] | undefined {
  const open = [...places].reverse();
  const seen = new Set<string>();
  const parts: Part[] = [];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { pointer, schema } = place;
    if (schema === false) return undefined;
    if (seen.has(pointer) || !isObject(schema)) continue;
    seen.add(pointer);
    const { $ref, allOf, ...own } = schema;
    parts.push({ pointer, schema: own });
    if (typeof $ref === 'string') open.push(references.target(pointer, $ref));
    const inner = Array.isArray(allOf) ? listAt(schema, 'allOf') : [];
    open.push(...inner.map((value, index) => ({ pointer: `${pointer}/allOf/${index}`, schema: value })).reverse());
  }
  return parts;
}
