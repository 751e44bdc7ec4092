import { type OutgoingEvent, type Refusal } from '#libs/contracts';
import { type Transaction } from '#libs/event-flow';
import { fail, ok, type Result } from '#libs/kernel';

import { type Arrival, inOrderOfLife } from '../domain/arrival.js';
import { step } from '../domain/question-life.js';
import { type QuestionRecord } from '../domain/question.js';
import { clientEvent } from '../release/client-event.js';
import { type LifePorts } from './life-ports.js';
import { refusalToHold, verdictOn } from './verdict.js';

/** The question after an arrival, and what its client is told. */
export interface Advance {
  readonly question: QuestionRecord;
  readonly events: readonly OutgoingEvent[];
}

/**
 * Takes what validation says of a question whose row is locked. A refusal leaves the question as it was: a forgery
 * for a live question does not end it. Whatever comes after the outcome is recorded unread.
 */
export async function advanceQuestion(
  ports: LifePorts,
  tx: Transaction,
  question: QuestionRecord,
  arrival: Arrival,
): Promise<Result<Advance, Refusal>> {
  const next = step(question.state, arrival.happening);
  switch (next) {
    case 'ignore':
      return ok({ question, events: [] });
    case 'late':
      await recordLate(ports, tx, arrival);
      return ok({ question, events: [] });
    case 'hold':
      return hold(ports, tx, question, arrival);
    case 'OPEN':
      throw new Error('only the question itself opens its row');
    case 'DEFERRED':
    case 'COMPLETED':
    case 'FAILED':
    case 'RETRACTED':
      return move(ports, tx, question, arrival, next);
  }
}

/** Takes what waited for the question, or for its answer; what is refused or about another question is recorded as late. */
export async function takeEarly(ports: LifePorts, tx: Transaction, start: QuestionRecord): Promise<Advance> {
  let advance: Advance = { question: start, events: [] };
  for (const arrival of inOrderOfLife(await ports.early.take(tx, start))) {
    const next = await takeOne(ports, tx, advance.question, arrival);
    advance = { question: next.question, events: [...advance.events, ...next.events] };
  }
  return advance;
}

async function takeOne(
  ports: LifePorts,
  tx: Transaction,
  question: QuestionRecord,
  arrival: Arrival,
): Promise<Advance> {
  const taken = await advanceQuestion(ports, tx, question, arrival);
  if (taken.ok) return taken.value;
  await recordLate(ports, tx, arrival, taken.failure.code);
  return { question, events: [] };
}

async function hold(
  ports: LifePorts,
  tx: Transaction,
  question: QuestionRecord,
  arrival: Arrival,
): Promise<Result<Advance, Refusal>> {
  const refusal = await refusalToHold(arrival, question, ports.keys.current());
  if (refusal) return fail(refusal);
  if (!(await ports.early.hold(tx, arrival))) await recordLate(ports, tx, arrival);
  if (question.holdsEarly) return ok({ question, events: [] });
  const state = question.state === 'ABSENT' ? 'AWAITING' : question.state;
  return ok({ question: await ports.questions.move(tx, question, { state, holdsEarly: true }), events: [] });
}

async function move(
  ports: LifePorts,
  tx: Transaction,
  question: QuestionRecord,
  arrival: Arrival,
  state: 'DEFERRED' | 'COMPLETED' | 'FAILED' | 'RETRACTED',
): Promise<Result<Advance, Refusal>> {
  if (question.asked === null) throw new Error(`a row in ${question.state} knows its question`);
  const verdict = await verdictOn(arrival, question, question.asked, ports.keys.current());
  if (!verdict.ok) return verdict;
  const { release, code, deadlineInMs } = verdict.value;
  const event = clientEvent(release, arrival.cause);
  if (!event.ok) return fail({ code: event.failure.code, pointer: null });
  const deadline = deadlineInMs === undefined ? {} : { deadlineInMs };
  const change = { state, code, published: release.bytes, ...deadline };
  const moved = await ports.questions.move(tx, question, change);
  if (state !== 'COMPLETED' || !moved.holdsEarly) return ok({ question: moved, events: [event.value] });
  const rest = await takeEarly(ports, tx, moved);
  return ok({ question: rest.question, events: [event.value, ...rest.events] });
}

async function recordLate(
  { late, meter }: LifePorts,
  tx: Transaction,
  arrival: Arrival,
  code: Refusal['code'] = 'delivery.late',
): Promise<void> {
  await late.record(tx, arrival, code);
  meter.late(arrival.happening);
}
