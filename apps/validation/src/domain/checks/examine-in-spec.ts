import { type Draft, type Finding } from '#libs/contracts';

import { type Check } from './check.js';
import { runChecks } from './run-checks.js';

/** What one check says of a draft. */
export function examine(check: Check, draft: Draft): readonly Finding[] {
  if (draft.outcome.kind !== 'response') throw new Error('this draft has no response');
  return runChecks(draft, draft.outcome, [check]).findings;
}

/** What failed, as `code pointer start-end`. */
export function failuresOf(check: Check, draft: Draft): string[] {
  return examine(check, draft)
    .filter(({ status }) => status === 'failed')
    .map(({ code, pointer, span }) => [code, pointer, span && `${span.start}-${span.end}`].filter(Boolean).join(' '));
}
