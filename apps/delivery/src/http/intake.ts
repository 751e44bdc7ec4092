import {
  defaultTimeoutMs,
  eventId,
  makeEvent,
  type OutgoingEvent,
  placeOf,
  type Question,
  questionAskedV1,
  questionDigest,
  type TooLarge,
} from '#libs/contracts';
import { type Tracing, type Transaction, type Transactions } from '#libs/event-flow';
import { type Result } from '#libs/kernel';

import { admitQuestion } from '../life/admit-question.js';
import { askedOf } from '../life/asked-of.js';
import { type LifePorts } from '../life/life-ports.js';

export type Intake =
  | { readonly kind: 'accepted' }
  /** The same id and the same body. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'too_large' };

export interface IntakePorts {
  readonly life: LifePorts;
  readonly transactions: Transactions;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly tracing?: Tracing | undefined;
}

/**
 * Files a question's row and its event in one transaction, with what `alongside` writes where it is accepted; the id is
 * the idempotency key.
 */
export async function takeIn(
  { life, transactions, clock }: IntakePorts,
  question: Question,
  traceparent: string | undefined,
  alongside: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<Intake> {
  const event = askedEvent(question, new Date(clock()).toISOString(), traceparent);
  if (!event.ok) return { kind: 'too_large' };
  const digest = questionDigest(question);
  const asked = askedOf(question, digest, traceparent, null);
  return transactions.run(async (tx, emit) => {
    const admission = await admitQuestion(life, tx, placeOf(question), asked, question.timeoutMs ?? defaultTimeoutMs);
    if (admission.kind === 'admitted') {
      await alongside(tx);
      emit(event.value, ...admission.events);
      return { kind: 'accepted' };
    }
    return { kind: admission.question.asked?.questionDigest === digest ? 'repeated' : 'conflict' };
  });
}

function askedEvent(
  question: Question,
  time: string,
  traceparent: string | undefined,
): Result<OutgoingEvent, TooLarge> {
  const id = eventId(questionAskedV1.key(question), questionAskedV1.type, 0);
  const source = 'urn:imprimatur:delivery';
  return makeEvent({ definition: questionAskedV1, data: question, id, source, time, traceparent });
}
