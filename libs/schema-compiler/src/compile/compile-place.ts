import { type Place } from '../json-schema.js';
import { type Compilation, type Compiler, type Wire } from './compilation.js';
import { allParts, loneReference } from './conjunction.js';
import { type Part } from '../conjuncts.js';
import { compileTyped } from './typed.js';
import { compileUnion, unionsIn } from './union.js';

function places(all: readonly Place[], at: string, compilation: Compilation): Wire | undefined {
  const [only, ...more] = all;
  if (only && more.length === 0) {
    const reference = loneReference(only);
    if (reference !== undefined) return compileReference(only, reference, compilation);
  }
  const parts = allParts(all, compilation);
  return parts && compilation.parts(parts, at);
}

/** References to references are followed; admission has refused those that never end. */
function compileReference(place: Place, reference: string, compilation: Compilation): Wire | undefined {
  const { schema, pointer } = place;
  if (typeof schema === 'object' && schema !== null && ('title' in schema || 'description' in schema)) {
    compilation.change(pointer, 'annotation_dropped');
  }
  const target = compilation.references.target(pointer, reference);
  const next = loneReference(target);
  if (next !== undefined) return compileReference(target, next, compilation);
  const parts = allParts([target], compilation);
  return parts && compilation.refer(parts);
}

function parts(all: readonly Part[], at: string, compilation: Compilation): Wire | undefined {
  const [first, ...others] = unionsIn(all);
  return first ? compileUnion(all, [first, ...others], at, compilation) : compileTyped(all, at, compilation);
}

export const compiler: Compiler = { places, parts };
