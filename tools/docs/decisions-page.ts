import { decisionTable } from '../../apps/validation/src/domain/decide.js';
import { code, page, table } from './markdown.js';

export function decisionsPage(): string {
  const rows = decisionTable.map((row, index) => [
    String(index + 1),
    row.decision,
    row.when,
    row.codes.map(code).join(' ') || '',
  ]);
  return page(
    'Decisions',
    'apps/validation/src/domain/decision-table.ts',
    'One decision a draft. The rows are tried from the top; the first that holds decides. The code of a rejection is the first failed finding in the order of this table.',
    table(['row', 'decision', 'when', 'codes'], rows),
  );
}
