import { laneNames, type Report } from './report.js';

/** The report for a person at a terminal. */
export function tableOf({ machine, results, ratios, aims, rounds }: Report): string {
  const head = ['', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU ms: services', 'broker', 'PostgreSQL'];
  const rows = laneNames.map((name) => {
    const { perSecond, p50Ms, p95Ms, p99Ms, cpuMsPerAnswer: cpu } = results[name];
    return [name, perSecond, p50Ms, p95Ms, p99Ms, cpu.services, cpu.broker, cpu.postgres].map(String);
  });
  const ratioRows = aims.map(({ ratio, aim, median, met }) => {
    const { min, max } = ratios[ratio];
    return [ratio, `${median}`, `${min} – ${max}`, aim, met ? 'met' : 'not met'];
  });
  return [
    `${rounds.length} rounds on ${machine.processors} × ${machine.model}, Node ${machine.node}; medians`,
    ...aligned([head, ...rows]),
    '',
    ...aligned([['ratio', 'median', 'over rounds', 'aim', ''], ...ratioRows]),
    '',
  ].join('\n');
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
