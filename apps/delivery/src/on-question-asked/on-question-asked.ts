import {
  channelServes,
  type Configuration,
  defaultTimeoutMs,
  placeOf,
  type Question,
  questionDigest,
} from '#libs/contracts';
import { deadLetter, done, type TransactionalSlice } from '#libs/event-flow';

import { type Asked, type QuestionRecord } from '../domain/question.js';
import { admitQuestion } from '../life/admit-question.js';
import { askedOf } from '../life/asked-of.js';
import { type LifePorts } from '../life/life-ports.js';

/**
 * Opens the question. Another question under a known id leaves the open one untouched: generation makes a dead letter
 * of it. A channel that is not configured here has no topic to answer on, and generation may know it already: so the
 * question is a dead letter of delivery's own, which can be replayed. Hence the order of a rollout: a new channel is
 * made known to delivery first, and taken from it last; an approval that came meanwhile waits for the replay.
 */
export function onQuestionAsked(ports: LifePorts, configuration: () => Configuration): TransactionalSlice<Question> {
  return async ({ data, envelope, record }, { tx }) => {
    const place = placeOf(data);
    if (!channelServes(configuration(), place)) return deadLetter('question.unknown_channel', '/channel');
    const { partition, offset } = record;
    const asked = askedOf(data, questionDigest(data), envelope.traceparent, { partition, offset });
    const admission = await admitQuestion(ports, tx, place, asked, data.timeoutMs ?? defaultTimeoutMs);
    if (admission.kind === 'admitted') return done(...admission.events);
    if (isItself(admission.question, asked)) await ports.questions.locate(tx, place, { partition, offset });
    return done();
  };
}

/** What HTTP took in comes back as a record: only now is it known where it lies. */
const isItself = ({ asked: known }: QuestionRecord, asked: Asked): boolean =>
  known?.questionDigest === asked.questionDigest && known.record === null;
