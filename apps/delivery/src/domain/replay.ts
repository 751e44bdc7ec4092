import {
  channelServes,
  checkQuestion,
  type Configuration,
  digestOfAsked,
  type IncomingRecord,
  placeOf,
  type Question,
  readCloudEvent,
  type Refusal,
  replayId,
} from '#libs/contracts';
import { fail, ok, type Result } from '#libs/kernel';

import { type NamedQuestion } from './dead-letter-names.js';
import { type QuestionRecord } from './question.js';

/** `pass_on`: its service takes the kept record again. `answered`: that was done, and the question has its answer. */
export type ReplayAction = 'pass_on' | 'ask_anew' | 'answered';

/**
 * What a replay does. `named`: the question that the dead letter names; `known`: the row of its id. A question that is
 * not known, or another than the one named, is not closed: its record is taken again.
 * `passedOn`: this dead letter was passed on before, so that a repeated command does not ask anew what it has finished.
 */
export function replayAction(
  named: NamedQuestion | undefined,
  known: QuestionRecord | undefined,
  passedOn: boolean,
): ReplayAction {
  if (known?.asked == null || known.asked.questionDigest !== named?.questionDigest) return 'pass_on';
  switch (known.state) {
    case 'ABSENT':
    case 'AWAITING':
    case 'OPEN':
    case 'DEFERRED':
      return 'pass_on';
    case 'COMPLETED':
    case 'RETRACTED':
      return passedOn ? 'answered' : 'ask_anew';
    case 'FAILED':
      return 'ask_anew';
  }
}

/**
 * The closed question under its new id, all else as it was asked. `record`: what lies where the question was, undefined
 * where nothing does; another record than the question's own is as good as none.
 */
export function askedAnew(
  record: IncomingRecord | undefined,
  closed: NamedQuestion,
  configuration: Configuration,
): Result<Question, Refusal> {
  const read = record && readCloudEvent(record, '');
  if (!read?.ok || !record?.value) return refuse('replay.question_gone');
  const { data } = read.value;
  if (digestOfAsked(data, record.value) !== closed.questionDigest) return refuse('replay.question_gone');
  const question = checkQuestion(data);
  if (!question.ok) return question;
  if (!channelServes(configuration, placeOf(question.value))) return refuse('question.unknown_channel', '/channel');
  const { namespace, interactionId } = closed;
  return ok({ ...question.value, interactionId: replayId(namespace, interactionId), replayOf: interactionId });
}

const refuse = (code: Refusal['code'], pointer: string | null = null) => fail<Refusal>({ code, pointer });
