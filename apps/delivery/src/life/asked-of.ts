import { anonymous, type Principal, type Question, type RecordPlace } from '#libs/contracts';
import { type Digest } from '#libs/kernel';

import { type Asked } from '../domain/question.js';

/** What delivery keeps of a question. */
export function askedOf(
  question: Pick<Question, 'channel' | 'principal' | 'replayOf'>,
  questionDigest: Digest,
  traceparent: string | undefined,
  record: RecordPlace | null,
): Asked {
  const { kind, id }: Pick<Principal, 'kind' | 'id'> = question.principal ?? anonymous;
  return {
    channel: question.channel,
    questionDigest,
    principal: { kind, id },
    traceparent: traceparent ?? null,
    replayOf: question.replayOf ?? null,
    record,
  };
}
