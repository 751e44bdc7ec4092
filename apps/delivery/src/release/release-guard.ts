import { channelOfTopic, type Code, interactionKey, type OutgoingEvent, terminalId } from '#libs/contracts';
import { type ReleaseGuard, type Transaction } from '#libs/event-flow';

import { type InteractionId } from '../domain/question.js';
import { step } from '../domain/question-life.js';
import { failQuestion } from '../life/fail-question.js';
import { type DeliveryMeter } from '../ports/delivery-meter.port.js';
import { type QuestionStore } from '../ports/question-store.port.js';
import { type TrustedKeys } from '../ports/trusted-keys.port.js';
import { releasedBy } from './released-by.js';

export interface ReleaseGuardPorts {
  readonly questions: QuestionStore;
  readonly keys: TrustedKeys;
  readonly meter: DeliveryMeter;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Told that a client event, whose state is committed, goes out. */
  readonly onReleased: () => void;
}

/** The last look at a record for a client topic: what is not released, whole and exact, does not go. */
export function createReleaseGuard(ports: ReleaseGuardPorts): ReleaseGuard {
  return {
    check: (event) => check(ports, event),
    onRefused: (event, _code, tx) => onRefused(ports, event, tx),
  };
}

async function check(ports: ReleaseGuardPorts, event: OutgoingEvent): Promise<Code | undefined> {
  if (channelOfTopic(event.topic) === undefined && !event.topic.startsWith('published.')) return undefined;
  const released = await releasedBy(event, ports.keys.current());
  if (!released.ok) {
    ports.meter.refusedRelease(released.failure);
    return released.failure;
  }
  const { type, code, time } = released.value;
  ports.meter.released(type, code, Math.max(0, ports.clock() - Date.parse(time)) / 1000);
  ports.onReleased();
  return undefined;
}

/**
 * Fails the question whose own outcome was refused. A stranger's row, under another id, ends no question. Where a crash
 * came between sending and marking, and the key was revoked before the restart, a bot holds two records under one id:
 * an answer whose seal verifies for nobody any more, and the failure, which stands.
 */
async function onRefused(
  { questions, clock }: ReleaseGuardPorts,
  event: OutgoingEvent,
  tx: Transaction,
): Promise<readonly OutgoingEvent[]> {
  const id = questionOf(event);
  const question = id && (await questions.lock(tx, id));
  if (!question || step(question.state, 'releaseRefused') !== 'FAILED' || question.asked === null) return [];
  const cause = { time: new Date(clock()).toISOString(), traceparent: question.asked.traceparent ?? undefined };
  return [await failQuestion(questions, tx, question, question.asked, 'seal.refused', cause)];
}

function questionOf({ id, key }: OutgoingEvent): InteractionId | undefined {
  const [namespace, interactionId] = key.split('/');
  if (namespace === undefined || interactionId === undefined) return undefined;
  const isItsOutcome =
    interactionKey({ namespace, interactionId }) === key && terminalId(namespace, interactionId) === id;
  return isItsOutcome ? { namespace, interactionId } : undefined;
}
