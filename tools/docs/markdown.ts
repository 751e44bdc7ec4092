/** A generated page: its title, where it comes from, its body. */
export function page(title: string, source: string, ...body: readonly string[]): string {
  return [`# ${title}`, `Generated from \`${source}\` by \`npm run docs\`; do not edit.`, ...body].join('\n\n') + '\n';
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const code = (text: string): string => `\`${text}\``;

export const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
