import {
  channelServes,
  type Configuration,
  defaultTimeoutMs,
  placeOf,
  type Question,
  questionDigest,
} from '#libs/contracts';
import { done, type TransactionalSlice } from '#libs/event-flow';

import { admitQuestion } from '../life/admit-question.js';
import { askedOf } from '../life/asked-of.js';
import { type LifePorts } from '../life/life-ports.js';

/**
 * Opens the question. A channel that is not configured has no client to answer, and another question under a known
 * id leaves the open one untouched: both are dead letters of generation's.
 */
export function onQuestionAsked(ports: LifePorts, configuration: Configuration): TransactionalSlice<Question> {
  return async ({ data, envelope }, { tx }) => {
    const place = placeOf(data);
    if (!channelServes(configuration, place)) return done();
    const asked = askedOf(data, questionDigest(data), envelope.traceparent);
    const admission = await admitQuestion(ports, tx, place, asked, data.timeoutMs ?? defaultTimeoutMs);
    return admission.kind === 'admitted' ? done(...admission.events) : done();
  };
}
