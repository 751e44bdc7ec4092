import { channelServes, type Configuration, type QuestionRefusal } from '#libs/contracts';
import { done, type RefusedSlice } from '#libs/event-flow';

import { step } from '../domain/question-life.js';
import { askedOf } from '../life/asked-of.js';
import { failQuestion } from '../life/fail-question.js';
import { type LifePorts } from '../life/life-ports.js';
import { outcomeCodeOf } from '../life/verdict.js';

/**
 * Answers a question that is refused, where its id, namespace and channel can be read and the id has no row. Nobody
 * may claim it by name: a principal that came in a refused question is not believed.
 */
export function onQuestionRefused(ports: LifePorts, configuration: () => Configuration): RefusedSlice<QuestionRefusal> {
  return async ({ code, asker }, { partition, offset }, { tx }) => {
    if (asker === undefined || !channelServes(configuration(), asker.place)) return done();
    const question = await ports.questions.lockOrMake(tx, asker.place);
    if (step(question.state, 'refused') !== 'FAILED') return done();
    const { time, traceparent } = asker.envelope;
    const asked = askedOf({ channel: asker.place.channel }, asker.digest, traceparent, { partition, offset });
    return done(await failQuestion(ports.questions, tx, question, asked, outcomeCodeOf(code), { time, traceparent }));
  };
}
