import { type IncomingRecord } from '#libs/contracts';
import { assertNever } from '#libs/kernel';

import { type OutgoingRecord } from '../ports/event-publisher.port.js';
import { eventRecord } from '../publishing/event-record.js';
import { type Handling } from '../runner/handling.port.js';
import { type Verdict } from '../runner/next-step.js';
import { type DirectSubscription } from '../subscription.js';

export interface DirectParts {
  readonly clusterId: string;
  readonly concurrency: number;
  readonly send: (records: readonly OutgoingRecord[]) => Promise<void>;
}

/** Produces at once: a record is finished when the broker has its events. */
export function directHandling(subscription: DirectSubscription, parts: DirectParts): Handling {
  return {
    batch: 1,
    unitsAtOnce: parts.concurrency,
    runs: false,
    handle: (records, signal) => Promise.all(records.map((record) => handleOne(subscription, parts, record, signal))),
  };
}

async function handleOne(
  subscription: DirectSubscription,
  { clusterId, send }: DirectParts,
  record: IncomingRecord,
  signal: AbortSignal,
): Promise<Verdict> {
  try {
    const read = subscription.read(record, clusterId);
    if (!read.ok) return { kind: 'deadLetter', refusal: read.failure };
    const result = await subscription.handle(read.value, { signal });
    if (result.kind === 'done') await send(result.events.map(eventRecord));
    switch (result.kind) {
      case 'done':
        return { kind: 'finished' };
      case 'retry':
        return { kind: 'retry' };
      case 'deadLetter':
        return result;
      default:
        return assertNever(result);
    }
  } catch (error) {
    return { kind: 'threw', error };
  }
}
