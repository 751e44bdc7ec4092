import { type CaseMessage, type QueueCase } from './case-message-spec.js';
import { type QueueHouse } from './queue-house-spec.js';

/** How a case is played against the real reader and flow, and what is then to be seen. */
export interface Arrangement {
  /** given, when, then; where our contract differs from the oracle, it says what ours is. */
  readonly says: string;
  readonly prove: (given: QueueCase['given'], house: QueueHouse) => Promise<void>;
}

export type Arrangements = Readonly<Record<string, Arrangement>>;

export function messagesOf(given: QueueCase['given']): readonly CaseMessage[] {
  if (!given.messages) throw new Error('a case without messages');
  return given.messages;
}

/** The case's records where it says they lie. */
export async function lay(given: QueueCase['given'], house: QueueHouse): Promise<void> {
  const messages = messagesOf(given);
  const [first] = messages;
  if (first) await house.beginAt(first);
  await house.produce(messages);
}
