import { assertions, listAt } from '../json-schema.js';
import { type Compilation, type Wire } from './compilation.js';
import { allParts } from './conjunction.js';
import { type Part } from '../conjuncts.js';
import { without } from './part.js';

export interface Union {
  readonly part: Part;
  readonly keyword: 'anyOf' | 'oneOf';
}

export function unionsIn(parts: readonly Part[]): Union[] {
  return parts.flatMap((part) =>
    (['anyOf', 'oneOf'] as const).filter((keyword) => keyword in part.schema).map((keyword) => ({ part, keyword })),
  );
}

export const withoutUnions = (parts: readonly Part[]): Part[] => parts.map((part) => without(part, ['anyOf', 'oneOf']));

/**
 * One union becomes an `anyOf`, each branch together with what stands beside the union; further unions of the same
 * place are residue.
 */
export function compileUnion(
  parts: readonly Part[],
  [first, ...others]: readonly [Union, ...Union[]],
  at: string,
  compilation: Compilation,
): Wire | undefined {
  for (const { part, keyword } of others) compilation.leave(part.pointer, keyword);
  const { part, keyword } = first;
  if (keyword === 'oneOf') {
    compilation.change(part.pointer, 'one_of_as_any_of');
    compilation.leave(part.pointer, 'oneOf');
  }
  const beside = withoutUnions(parts).map((one) => without(one, ['title', 'description']));
  const bare = beside.every(({ schema }) => !Object.keys(schema).some((name) => assertions.has(name)));
  const branches = listAt(part.schema, keyword).map((schema, index) => {
    const place = { pointer: `${part.pointer}/${keyword}/${index}`, schema };
    if (bare) return compilation.places([place], place.pointer);
    const branch = allParts([place], compilation);
    return branch && compilation.parts([...beside, ...branch], at);
  });
  return anyOf(branches);
}

/** Branches that nothing satisfies fall away; undefined where none is left. */
export function anyOf(branches: readonly (Wire | undefined)[]): Wire | undefined {
  const found = branches
    .filter((branch) => branch !== undefined)
    .flatMap((branch) => (isBareUnion(branch) ? (branch['anyOf'] as Wire[]) : [branch]));
  return found.length > 1 ? { anyOf: found } : found[0];
}

const isBareUnion = (wire: Wire): boolean => 'anyOf' in wire && Object.keys(wire).length === 1;
