import { type ModelAdapter } from '#libs/contracts';

/** What a stream has that other streams of its wire format have not. None of it is an error for the adapters. */
export const oddities = [
  'whole_body',
  'comments',
  'carriage_returns',
  'no_end_mark',
  'empty_choices',
  'empty_finish',
] as const;
export type Oddity = (typeof oddities)[number];

/** Reads the body as it was received and tells codes alone. */
export function streamOddities(body: string, adapter: ModelAdapter): readonly Oddity[] {
  if (body.trimStart().startsWith('{')) return ['whole_body'];
  const lines = body.split(/\r?\n/u);
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice('data:'.length).trim());
  const found: Record<Exclude<Oddity, 'whole_body'>, boolean> = {
    comments: lines.some((line) => line.startsWith(':')),
    carriage_returns: body.includes('\r\n'),
    no_end_mark: adapter === 'openai' && data.at(-1) !== '[DONE]',
    empty_choices: adapter === 'openai' && data.some(hasEmptyChoices),
    empty_finish: adapter === 'openai' && data.some((chunk) => /"finish_reason":\s*""/u.test(chunk)),
  };
  return oddities.filter((oddity) => oddity !== 'whole_body' && found[oddity]);
}

/** A chunk without choices is the usage's own; with neither it says nothing. */
function hasEmptyChoices(chunk: string): boolean {
  return /"choices":\s*\[\]/u.test(chunk) && !/"usage":\s*\{/u.test(chunk);
}
