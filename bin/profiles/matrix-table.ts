import { capabilityNames } from '#libs/contracts';

import { type MatrixCell, type MatrixRow } from './matrix.js';

const head = ['profile', 'adapter', 'model', 'probe', ...capabilityNames, 'fallback', 'qualities', 'limitations'];

/** For a terminal. A capability is `yes` where it is declared and was seen; what else is said of it stands as it is. */
export function matrixTable(rows: readonly MatrixRow[]): readonly string[] {
  const lines = [head, ...rows.map(cells)];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function cells(row: MatrixRow): string[] {
  const day = row.probedAt === null ? '' : ` ${row.probedAt.slice(0, 10)}`;
  return [
    row.enabled ? row.id : `${row.id} (disabled)`,
    row.adapter,
    row.model,
    `${row.probe}${day}`,
    ...capabilityNames.map((name) => inAWord(row.capabilities[name])),
    row.fallback ?? '-',
    row.qualities.join(',') || '-',
    row.schemaLimitations.join(',') || '-',
  ];
}

function inAWord({ declared, seen }: MatrixCell): string {
  if (!declared) return seen === true ? 'seen only' : 'no';
  if (seen === null) return 'declared';
  return seen ? 'yes' : 'not seen';
}
