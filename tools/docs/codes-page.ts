import { codeFamilies, type CodeRow } from '#libs/contracts';

import { code, page, table } from './markdown.js';

export function codesPage(): string {
  const sections = Object.entries(codeFamilies).flatMap(([family, rows]) => [`## ${family}`, familyTable(rows)]);
  return page(
    'Codes',
    'libs/contracts/src/codes.ts',
    'Every outcome, finding, refusal and error has one of these codes. A code with a sentence in the last column may end a question in sight of a client, and that sentence is all the text that it carries.',
    ...sections,
  );
}

function familyTable(rows: Readonly<Record<string, CodeRow>>): string {
  const cells = Object.entries(rows).map(([name, row]) => [code(name), row.says, row.client ?? '']);
  return table(['code', 'means', 'a client reads'], cells);
}
