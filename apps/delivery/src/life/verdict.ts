import { isOutcomeCode, type OutcomeCode, type Refusal } from '#libs/contracts';
import { assertNever, fail, ok, type Result, sha256 } from '#libs/kernel';
import {
  type Expected,
  type KeySet,
  makeNoticeRelease,
  verifyAnswer,
  verifyRetraction,
  type VerifiedRetraction,
} from '#libs/seal';

import { type Approval, type Arrival, type Rejection, type Retraction, type ReviewRequest } from '../domain/arrival.js';
import { type Asked, placeOfAsked, type QuestionRecord } from '../domain/question.js';
import { type Release } from '../release/client-event.js';

/** What an arrival lets delivery say of a question, and the code that the row keeps. */
export interface Verdict {
  readonly release: Release;
  readonly code: string | null;
  /** Milliseconds until the next deadline, for a deferral. */
  readonly deadlineInMs?: number;
}

/** Holds an arrival against the row of its question: a sealed one by its seal, the others by what they name. */
export async function verdictOn(
  arrival: Arrival,
  question: QuestionRecord,
  asked: Asked,
  keys: KeySet,
): Promise<Result<Verdict, Refusal>> {
  switch (arrival.happening) {
    case 'approved':
      return approved(arrival, expectedOf(question, asked), keys);
    case 'retracted':
      return retracted(arrival, question, expectedOf(question, asked), keys);
    case 'rejected':
    case 'reviewRequested':
      return unsealed(arrival, question, asked);
    default:
      return assertNever(arrival);
  }
}

/** Why an arrival may not wait: what can be told of it before its question, or its answer, is there. */
export async function refusalToHold(
  arrival: Arrival,
  question: QuestionRecord,
  keys: KeySet,
): Promise<Refusal | undefined> {
  if (question.asked) return failureOf(await verdictOn(arrival, question, question.asked, keys));
  if (arrival.happening === 'approved') return failureOf(await approved(arrival, arrival, keys));
  if (arrival.happening === 'retracted') return failureOf(await retracted(arrival, question, arrival, keys));
  return undefined;
}

async function approved(arrival: Approval, expected: Expected, keys: KeySet): Promise<Result<Verdict, Refusal>> {
  const verified = await verifyAnswer(arrival.answer, keys, expected);
  return verified.ok ? ok({ release: verified.value, code: null }) : refused(verified.failure);
}

async function retracted(
  arrival: Retraction,
  question: QuestionRecord,
  expected: Expected,
  keys: KeySet,
): Promise<Result<Verdict, Refusal>> {
  const verified = await verifyRetraction(arrival.retraction, keys, expected);
  if (!verified.ok) return refused(verified.failure);
  if (!takesBack(verified.value, question)) return refused('seal.object');
  return ok({ release: verified.value, code: arrival.retraction.code });
}

/** Once the text was swept only the question's digest is left to hold the retraction against. */
function takesBack({ retraction }: VerifiedRetraction, { published, state }: QuestionRecord): boolean {
  if (state !== 'COMPLETED' || published === null) return true;
  const { text } = JSON.parse(published.toString('utf8')) as { text: string };
  return sha256(text) === retraction.textDigest;
}

function unsealed(
  arrival: Rejection | ReviewRequest,
  question: QuestionRecord,
  asked: Asked,
): Result<Verdict, Refusal> {
  if (arrival.questionDigest !== asked.questionDigest) return contradiction('/questionDigest');
  if (arrival.channel !== asked.channel) return contradiction('/channel');
  const place = placeOfAsked(question, asked);
  if (arrival.happening === 'reviewRequested') {
    const release = makeNoticeRelease(place, 1, 'review.pending');
    return ok({ release, code: 'review.pending', deadlineInMs: arrival.withinMs });
  }
  const code = outcomeCodeOf(arrival.code);
  return ok({ release: makeNoticeRelease(place, 2, code), code });
}

/** A code without a client sentence, from a newer validation perhaps, still ends the question: as a failure that is safe to read. */
export const outcomeCodeOf = (code: string): OutcomeCode => (isOutcomeCode(code) ? code : 'internal.dead_letter');

const expectedOf = ({ namespace, interactionId }: QuestionRecord, { channel, questionDigest }: Asked): Expected => ({
  namespace,
  interactionId,
  channel,
  questionDigest,
});

const refused = (code: Refusal['code']) => fail<Refusal>({ code, pointer: null });
const contradiction = (pointer: string) => fail<Refusal>({ code: 'event.contradiction', pointer });
const failureOf = (verdict: Result<unknown, Refusal>): Refusal | undefined =>
  verdict.ok ? undefined : verdict.failure;
