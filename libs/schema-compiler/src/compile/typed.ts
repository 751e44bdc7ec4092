import { assertions } from '../json-schema.js';
import { compileArray } from './array.js';
import { type Compilation, type Wire } from './compilation.js';
import { compileObject } from './object.js';
import { type Part } from '../conjuncts.js';
import { boundsOf, compileScalar } from './scalar.js';
import { impliedType, isOfType, type JsonType, statedTypes, statedValues } from '../types.js';
import { anyOf } from './union.js';

/** Keywords that the shape on the wire carries; bounds are settled type by type. */
const carried = new Set([
  ...['type', 'enum', 'const', 'nullable', 'properties', 'required', 'additionalProperties', 'patternProperties'],
  ...['items', 'prefixItems'],
]);
const bounds = new Set(Object.values(boundsOf).flat());

/** A place without unions. */
export function compileTyped(parts: readonly Part[], at: string, compilation: Compilation): Wire | undefined {
  const values = statedValues(parts);
  const types = typesOf(parts, values, compilation);
  if (types === undefined) return compilation.refuse('schema.no_type', parts[0]?.pointer ?? at);
  leaveTheRest(parts, compilation);
  const made = anyOf(types.map((type) => compileType(type, parts, values, compilation)));
  return made && annotated(made, parts);
}

function typesOf(
  parts: readonly Part[],
  values: readonly unknown[] | undefined,
  compilation: Compilation,
): readonly JsonType[] | undefined {
  const stated = statedTypes(parts);
  if (stated) return stated;
  if (values) return ['null', 'boolean', 'object', 'array', 'number', 'string'];
  const implied = impliedType(parts);
  if (implied === undefined) return undefined;
  if (parts[0]) compilation.change(parts[0].pointer, 'type_assumed');
  return [implied];
}

function compileType(
  type: JsonType,
  parts: readonly Part[],
  values: readonly unknown[] | undefined,
  compilation: Compilation,
): Wire | undefined {
  const own = values?.filter((value) => isOfType(value, [type]));
  if (own?.length === 0) return undefined;
  if (type !== 'object' && type !== 'array') return compileScalar(type, parts, own, compilation);
  if (own) return compilation.refuse('schema.value', parts[0]?.pointer ?? '');
  return type === 'object' ? compileObject(parts, compilation) : compileArray(parts, compilation);
}

/** What is neither shape nor bound no dialect takes: `not`, `if`, `contains` and their like. */
function leaveTheRest(parts: readonly Part[], compilation: Compilation): void {
  for (const { pointer, schema } of parts) {
    for (const keyword of Object.keys(schema)) {
      if (assertions.has(keyword) && !carried.has(keyword) && !bounds.has(keyword)) compilation.leave(pointer, keyword);
    }
  }
}

function annotated(wire: Wire, parts: readonly Part[]): Wire {
  const said = ['title', 'description'].flatMap((name) => {
    const text = parts.map(({ schema }) => schema[name]).find((value) => typeof value === 'string');
    return text === undefined ? [] : [[name, text] as const];
  });
  return said.length === 0 ? wire : { ...wire, ...Object.fromEntries(said) };
}
