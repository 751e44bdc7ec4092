import { deadLetter, done, type SliceResult, type Transaction } from '#libs/event-flow';

import { type Arrival } from '../domain/arrival.js';
import { advanceQuestion } from './advance-question.js';
import { type LifePorts } from './life-ports.js';

/** Locks the row of the arrival's question, makes it where the arrival is the first to come, and takes the arrival. */
export async function takeArrival(ports: LifePorts, tx: Transaction, arrival: Arrival): Promise<SliceResult> {
  const question = await ports.questions.lockOrMake(tx, arrival);
  const advance = await advanceQuestion(ports, tx, question, arrival);
  return advance.ok ? done(...advance.value.events) : deadLetter(advance.failure.code, advance.failure.pointer);
}
