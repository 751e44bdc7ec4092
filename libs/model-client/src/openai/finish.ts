import { type Finish } from '#libs/contracts';

const known: ReadonlyMap<string, Finish> = new Map([
  ['stop', 'complete'],
  ['tool_calls', 'tool'],
  ['function_call', 'tool'],
  ['length', 'truncated'],
  ['content_filter', 'filtered'],
]);

/** A refusal comes with `stop`, so it is looked at first. A word that we do not know means: not complete. */
export function finishOf(finishReason: string, refusal: string | null): Finish {
  if (refusal !== null && refusal !== '') return 'refused';
  return known.get(finishReason) ?? 'unfinished';
}
