import {
  type Answer,
  type Finding,
  isOutcomeCode,
  type OutcomeCode,
  type RepairRequest,
  type RiskLevel,
} from '#libs/contracts';
import { assertNever } from '#libs/kernel';

import { type DecisionRow, decisionTable } from './decision-table.js';
import { citationAt, type CitationPlace, withoutCitation } from './limited-answer.js';
import { type ProposedCall } from './tool-calls.js';
import { placesResting } from './text/rests-on.js';

export { decisionTable };

/** THE decision; made here and nowhere else. What may be published is in it, so that nothing else can be. */
export type Decision =
  | { readonly kind: 'approve'; readonly answer: Answer }
  | { readonly kind: 'propose'; readonly calls: readonly ProposedCall[] }
  | { readonly kind: 'limited'; readonly answer: Answer; readonly code: OutcomeCode }
  | { readonly kind: 'repair'; readonly errors: RepairRequest['errors']; readonly code: OutcomeCode }
  | { readonly kind: 'reject'; readonly code: OutcomeCode };

/** A draft after its checks. */
export interface Case {
  /** The code of a draft without a response, else null. */
  readonly failure: OutcomeCode | null;
  readonly findings: readonly Finding[];
  /** 0 the first response, 1 the one after the repair. */
  readonly ordinal: 0 | 1;
  readonly risk: RiskLevel;
  /** null where the response never became one. */
  readonly answer: Answer | null;
  /** null where it did not end as calls of tools that it was offered; never beside an answer. */
  readonly calls: readonly ProposedCall[] | null;
}

const maxRepairErrors = 50;

/** What was not measured has not passed: no jury sits yet that could settle it. */
const hasPassed = ({ status }: Finding): boolean => status === 'passed';

/** Takes the first row of the table that holds. A case that no row holds for is a state nobody knows, and rejected. */
export function decide(the: Case): Decision {
  const failures = the.findings.filter((finding) => !hasPassed(finding));
  for (const row of decisionTable) {
    const found = failures.filter(({ code }) => row.codes.some((named) => named === code));
    const weighed = { the, row, failures, found };
    const decision = holds(weighed) ? answerOf(weighed) : undefined;
    if (decision !== undefined) return decision;
  }
  return { kind: 'reject', code: 'check.broken' };
}

/** A case before one row of the table. */
interface Weighed {
  readonly the: Case;
  readonly row: DecisionRow;
  /** Every finding that did not pass. */
  readonly failures: readonly Finding[];
  /** Those of them that the row names. */
  readonly found: readonly Finding[];
}

function holds({ the: { failure, findings, ordinal, risk }, row, failures, found }: Weighed): boolean {
  const alone = found.length > 0 && found.length === failures.length;
  switch (row.condition) {
    case 'draftFailed':
      return failure !== null;
    case 'some':
      return found.length > 0;
    case 'someAfterRepair':
      return found.length > 0 && ordinal === 1;
    case 'twoOrMore':
      return found.length > 1;
    case 'aloneAndRepairable':
      return alone && ordinal === 0 && risk !== 'high';
    case 'oneAloneNotRestedOn':
      return alone && found.length === 1 && findings.some(hasPassed);
    case 'anyOther':
      return failures.length > 0;
    case 'allPassed':
      return findings.length > 0 && failures.length === 0;
    default:
      return assertNever(row.condition);
  }
}

/** undefined where a row that publishes has nothing of its kind, or the text rests on what it would drop: the next row holds. */
function answerOf({ the: { failure, answer, calls }, row, failures, found }: Weighed): Decision | undefined {
  const code = failure ?? codeOf(row, failures);
  switch (row.decision) {
    case 'reject':
      return { kind: 'reject', code };
    case 'repair':
      return { kind: 'repair', code, errors: errorsOf(found) };
    case 'limited': {
      const place = droppable(found[0], answer);
      return answer === null || place === undefined
        ? undefined
        : { kind: 'limited', answer: withoutCitation(answer, place), code };
    }
    case 'propose':
      return calls === null ? undefined : { kind: 'propose', calls };
    case 'approve':
      return answer === null ? undefined : { kind: 'approve', answer };
    default:
      return assertNever(row.decision);
  }
}

/** The first failed finding in the row's order; one that the row does not name is still a failure with its own code. */
function codeOf({ codes }: DecisionRow, failures: readonly Finding[]): OutcomeCode {
  const named = codes.find((code) => failures.some((finding) => finding.code === code));
  const other = failures[0]?.code ?? '';
  return named ?? (isOutcomeCode(other) ? other : 'check.broken');
}

/** An unconfirmed citation may go where the answer's own text is known not to rest on it. */
function droppable(finding: Finding | undefined, answer: Answer | null): CitationPlace | undefined {
  const citation = answer === null ? undefined : citationAt(answer, finding?.pointer ?? null);
  if (answer === null || citation === undefined) return undefined;
  return placesResting(answer, [citation.name])?.length === 0 ? citation : undefined;
}

function errorsOf(found: readonly Finding[]): RepairRequest['errors'] {
  return found.slice(0, maxRepairErrors).map(({ code, pointer }) => ({ code, pointer }));
}
