import { type AdmittedSchema } from '../admission/admitted-schema.js';
import { assertions, everyPlace, isObject, membersAt } from '../json-schema.js';
import { maxReported } from '../reason.js';
import { type References } from '../references.js';
import { Compilation, type Wire } from './compilation.js';
import { type Compiled, type Residue } from './compiled-schema.js';
import { compiler } from './compile-place.js';
import { allParts } from './conjunction.js';
import { type DialectId, dialects, type StrictDialectId } from './dialect.js';
import { aboveLimits } from './limits.js';
import { type Part } from '../conjuncts.js';
import { recursionIn } from './recursion.js';
import { unionsIn, withoutUnions } from './union.js';

/**
 * The caller's schema as a dialect takes it, or why not. Whatever the compiled schema admits and `mapBack` returns,
 * the original validates, or breaks a keyword that `residue` names: so an answer is always validated against the
 * original. Pure; time and size are bounded.
 */
export function compileSchema(admitted: AdmittedSchema, dialect: DialectId): Compiled {
  if (dialect !== 'json-mode') return compileStrict(admitted, dialect);
  const { schema, references } = admitted;
  return { accepted: true, dialect, schema, residue: everythingIn(references), changes: [], nullForAbsent: [] };
}

/** In JSON mode the provider holds nothing of it. */
function everythingIn({ places }: References): Residue[] {
  return [...places].flatMap(([pointer, schema]) =>
    isObject(schema)
      ? Object.keys(schema)
          .filter((keyword) => assertions.has(keyword))
          .map((keyword) => ({ pointer, keyword }))
      : [],
  );
}

function compileStrict({ schema, references }: AdmittedSchema, dialect: StrictDialectId): Compiled {
  const compilation = new Compilation(dialects[dialect], references, compiler);
  const parts = allParts([{ pointer: '', schema }], compilation);
  const root = parts && compileRoot(parts, compilation);
  const wire = root && withDefinitions(root, compilation);
  if (wire === undefined) compilation.refuse('schema.contradiction', '');
  else if (compilation.reasons.size === 0) examine(wire, compilation);
  const { residue, changes, reasons, nullForAbsent } = compilation;
  if (wire === undefined || reasons.size > 0) {
    return { accepted: false, dialect, reasons: [...reasons.values()].slice(0, maxReported) };
  }
  return {
    accepted: true,
    dialect,
    schema: wire,
    residue: [...residue.values()],
    changes: [...changes.values()],
    nullForAbsent: pointersOf(nullForAbsent, wire),
  };
}

/** No dialect takes a union at its root; one beside named members can be left to us, one alone cannot. */
function compileRoot(parts: readonly Part[], compilation: Compilation): Wire | undefined {
  compilation.startAt(parts);
  const unions = unionsIn(parts);
  const beside = withoutUnions(parts);
  if (unions.length === 0) return compilation.parts(parts, '');
  if (!beside.some(({ schema }) => membersAt(schema, 'properties').length > 0)) {
    return compilation.refuse('schema.root_union', unions[0]?.part.pointer ?? '');
  }
  for (const { part, keyword } of unions) compilation.leave(part.pointer, keyword);
  return compilation.parts(beside, '');
}

/** Definitions are compiled after what refers to them, and may refer to more. */
function withDefinitions(root: Wire, compilation: Compilation): Wire | undefined {
  const made: [string, Wire][] = [];
  // The map grows while it is walked.
  for (const definition of compilation.definitions.values()) {
    const wire = compilation.parts(definition.parts, definition.parts[0]?.pointer ?? '');
    if (wire === undefined) return undefined;
    made.push([definition.name, wire]);
  }
  return made.length === 0 ? root : { ...root, $defs: Object.fromEntries(made) };
}

function examine(wire: Wire, compilation: Compilation): void {
  const { recursion, limits } = compilation.dialect;
  const found = recursion === 'any' ? undefined : recursionIn(wire, recursion === 'never');
  if (found !== undefined) compilation.refuse('schema.recursion', found);
  const above = limits ? aboveLimits(wire, limits) : [];
  if (above.length > 0) compilation.refuse('schema.dialect_limit', '', above.join('; '));
}

function pointersOf(marked: ReadonlySet<Wire>, wire: Wire): string[] {
  const places = everyPlace(wire);
  return places.filter(({ schema }) => isObject(schema) && marked.has(schema)).map(({ pointer }) => pointer);
}
