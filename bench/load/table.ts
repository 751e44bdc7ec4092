import { type Aim } from './aim.js';

export function tableOf(aims: readonly Aim[]): string {
  const rows = aims.map(({ name, value, met, says }) => [name, String(value ?? '-'), verdictOf(met), says] as const);
  const wide = Math.max(...rows.map(([name]) => name.length));
  return `${rows.map(([name, value, met, says]) => `${name.padEnd(wide)}  ${value.padStart(8)}  ${met}  ${says}`).join('\n')}\n`;
}

const verdictOf = (met: boolean | null): string =>
  met === null ? 'not measured' : met ? 'met         ' : 'MISSED      ';
