import { defaultRisk, type Draft, type Finding, isOutcomeCode } from '#libs/contracts';

import { checkSet } from './checks/check-set.js';
import { runChecks } from './checks/run-checks.js';
import { type Case, decide, type Decision } from './decide.js';

/** Everything that was found about a draft, and the one decision that follows. */
export interface Judgement extends Case {
  readonly decision: Decision;
}

/** A pure function of the draft. undefined where the draft names a failure that the table of codes does not have. */
export function judge(draft: Draft, checks = checkSet): Judgement | undefined {
  const examined = examine(draft, checks);
  return examined && decided(examined);
}

/** The same draft with one finding more, which only the answer as it would be published could show. */
export function judgeAnew(judgement: Judgement, finding: Finding): Judgement {
  return decided({ ...judgement, findings: [...judgement.findings, finding] });
}

const decided = (the: Case): Judgement => ({ ...the, decision: decide(the) });

function examine(draft: Draft, checks: typeof checkSet): Case | undefined {
  const ordinal = draft.ordinal === 0 ? 0 : 1;
  const { outcome } = draft;
  const risk = draft.request.riskLevel ?? defaultRisk;
  if (outcome.kind === 'response') {
    const { reading, findings } = runChecks(draft, outcome, checks);
    const answer = reading.kind === 'answer' ? reading.answer : null;
    const calls = reading.kind === 'proposal' ? reading.calls : null;
    return { failure: null, findings, ordinal, risk, answer, calls };
  }
  return isOutcomeCode(outcome.code)
    ? { failure: outcome.code, findings: [], ordinal, risk, answer: null, calls: null }
    : undefined;
}
