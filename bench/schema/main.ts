import { admitSchema, type Compiled, compileSchema, type DialectId, dialectIds } from '#libs/schema-compiler';

import { suiteFolder, suiteGroups } from './json-schema-test-suite.js';
import { type NamedSchema, realSchemas } from './real-schemas.js';

interface Measured {
  readonly name: string;
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly compiled: Compiled;
}

/**
 * `node tools/run.mjs schema-bench`: admission and compilation of every schema at hand, for every dialect, as JSON:
 * what the command does, but for the start of a process and the first meta-schema of a draft.
 */
export function main(): Promise<void> {
  const folder = suiteFolder();
  const suite = folder === undefined ? [] : suiteGroups(folder);
  const real = realSchemas();
  warmUp();
  const report = { schemas: { real: real.length, suite: suite.length }, dialects: {} as Record<string, unknown> };
  for (const dialect of dialectIds) report.dialects[dialect] = reportOn(real, suite, dialect);
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  return Promise.resolve();
}

function warmUp(): void {
  for (const draft of ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2019-09/schema']) {
    admitSchema({ $schema: draft, type: 'object' });
  }
  for (let run = 0; run < 200; run += 1) {
    admitSchema({ type: 'object', properties: { [`member${run}`]: { type: 'string' } } });
  }
}

function reportOn(real: readonly NamedSchema[], suite: readonly NamedSchema[], dialect: DialectId) {
  const [ofReal, ofSuite] = [real, suite].map((set) => set.map((named) => measured(named, dialect)));
  return { all: figures([...(ofReal ?? []), ...(ofSuite ?? [])]), real: figures(ofReal ?? []) };
}

/** The comment makes the schema one that no other dialect has left a validator of. */
function measured({ name, schema }: NamedSchema, dialect: DialectId): Measured {
  const own = typeof schema === 'object' && schema !== null ? { ...schema, $comment: dialect } : schema;
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const admission = admitSchema(own);
  const compiled: Compiled = admission.ok
    ? compileSchema(admission.value, dialect)
    : { accepted: false, dialect, reasons: admission.failure };
  const { user, system } = process.cpuUsage(cpu);
  return { name, milliseconds: performance.now() - started, cpuMilliseconds: (user + system) / 1000, compiled };
}

function figures(all: readonly Measured[]) {
  const outcomes = new Map<string, number>();
  for (const { compiled } of all) {
    const code = compiled.accepted ? 'accepted' : (compiled.reasons[0]?.code ?? 'no reason');
    outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
  }
  const slowest = [...all].sort((a, b) => b.cpuMilliseconds - a.cpuMilliseconds)[0];
  return {
    milliseconds: percentiles(all.map(({ milliseconds }) => milliseconds)),
    cpuMilliseconds: percentiles(all.map(({ cpuMilliseconds }) => cpuMilliseconds)),
    slowest: slowest?.name ?? null,
    outcomes: Object.fromEntries([...outcomes].sort(([, a], [, b]) => b - a)),
  };
}

function percentiles(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2));
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
