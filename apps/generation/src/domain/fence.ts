import { digestOfJson } from '#libs/kernel';

/**
 * Lines of data between two marks, under a sentence of ours that says what they are and what they may do: one JSON object a line, so that no
 * text can end its own line, and marks that hold the digest of what they enclose: no text can know its own.
 */
export function fenced(name: string, says: string, data: readonly unknown[]): string {
  const mark = `${name} ${digestOfJson(data).slice('sha256:'.length, 'sha256:'.length + 16)}`;
  const lines = data.length > 0 ? data.map((each) => JSON.stringify(each)) : ['(none)'];
  return [says, `<<<${mark}`, ...lines, `${mark}>>>`].join('\n');
}
