import { readDeadLetter, recordTime } from '#libs/contracts';
import { done, type RecordSlice } from '#libs/event-flow';

import { questionNamedBy } from '../domain/dead-letter-names.js';
import { step } from '../domain/question-life.js';
import { failQuestion } from '../life/fail-question.js';
import { type LifePorts } from '../life/life-ports.js';

/**
 * Ends an open question of which a service could not handle an event, where the dead letter names the very question.
 * A record that is no dead letter is done with: making one of it would only bring it back here.
 */
export function onDeadLetter({ questions }: Pick<LifePorts, 'questions'>): RecordSlice {
  return async (record, { tx }) => {
    const letter = readDeadLetter(record);
    const named = letter && questionNamedBy(letter);
    const question = named && (await questions.lock(tx, named));
    if (!question || step(question.state, 'deadLettered') !== 'FAILED' || question.asked === null) return done();
    if (question.asked.questionDigest !== named.questionDigest) return done();
    const cause = { time: recordTime(record), traceparent: question.asked.traceparent ?? undefined };
    return done(await failQuestion(questions, tx, question, question.asked, 'internal.dead_letter', cause));
  };
}
