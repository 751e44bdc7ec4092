import { listAt } from '../json-schema.js';
import { type Compilation, type Wire } from './compilation.js';
import { allParts } from './conjunction.js';
import { type Part } from '../conjuncts.js';
import { keyOf } from './part.js';
import { isOfType, statedTypes, statedValues } from '../types.js';
import { unionsIn } from './union.js';

/** Whether null passes the schema on the wire; then it is a value, and cannot stand for an absent member. */
export function admitsNull(wire: Wire, compilation: Compilation): boolean {
  const { type, $ref, anyOf } = wire;
  if (typeof $ref === 'string') return referredAdmitsNull($ref, compilation);
  if (Array.isArray(anyOf)) return anyOf.some((branch) => admitsNull(branch as Wire, compilation));
  return type === 'null';
}

/** A definition may not be compiled yet, so it is asked what the caller wrote. */
function referredAdmitsNull(reference: string, compilation: Compilation): boolean {
  const name = reference.slice('#/$defs/'.length);
  const definition = [...compilation.definitions.values()].find((one) => one.name === name);
  return definition !== undefined && partsAdmitNull(definition.parts, compilation);
}

function partsAdmitNull(parts: readonly Part[], compilation: Compilation): boolean {
  const key = keyOf(parts);
  const known = compilation.knownNull.get(key);
  if (known !== undefined) return known;
  const answer = admits(parts, compilation);
  compilation.knownNull.set(key, answer);
  return answer;
}

function admits(parts: readonly Part[], compilation: Compilation): boolean {
  const types = statedTypes(parts);
  const values = statedValues(parts);
  const unions = unionsIn(parts);
  if (types && !isOfType(null, types)) return false;
  if (values && !values.includes(null)) return false;
  if (!types && !values && unions.length === 0) return false;
  return unions.every(({ part, keyword }) =>
    listAt(part.schema, keyword).some((schema, index) => {
      const branch = allParts([{ pointer: `${part.pointer}/${keyword}/${index}`, schema }], compilation);
      return branch !== undefined && (branch.length === 0 || partsAdmitNull(branch, compilation));
    }),
  );
}
