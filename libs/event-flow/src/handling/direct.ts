import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

import { type IncomingRecord } from '#libs/contracts';
import { assertNever } from '#libs/kernel';

import { type OutgoingRecord } from '../ports/event-publisher.port.js';
import { eventRecord } from '../publishing/event-record.js';
import { type AssertWritable } from '../publishing/writable-topics.js';
import { type Handling } from '../runner/handling.port.js';
import { type Verdict } from '../runner/next-step.js';
import { type DirectSubscription } from '../subscription.js';

export interface DirectParts {
  readonly clusterId: string;
  readonly concurrency: number;
  readonly assertWritable: AssertWritable;
  readonly send: (records: readonly OutgoingRecord[]) => Promise<void>;
}

/**
 * Produces at once: a record is finished when the broker has its events. Each slice begins in a turn of the event loop
 * of its own: many that compute for long would otherwise run in one, without a heartbeat between them.
 */
export function directHandling(subscription: DirectSubscription, parts: DirectParts): Handling {
  let lastTurn: Promise<unknown> = Promise.resolve();
  const handle = async (record: IncomingRecord, signal: AbortSignal) => {
    await (lastTurn = lastTurn.then(() => turnOfTheLoop()));
    return handleOne(subscription, parts, record, signal);
  };
  return {
    batch: 1,
    unitsAtOnce: parts.concurrency,
    runs: false,
    handle: (records, signal) => Promise.all(records.map((record) => handle(record, signal))),
  };
}

async function handleOne(
  subscription: DirectSubscription,
  { clusterId, assertWritable, send }: DirectParts,
  record: IncomingRecord,
  signal: AbortSignal,
): Promise<Verdict> {
  try {
    const read = subscription.read(record, clusterId);
    if (!read.ok) return { kind: 'deadLetter', refusal: read.failure };
    const result = await subscription.handle(read.value, { signal });
    switch (result.kind) {
      case 'done':
        result.events.forEach(assertWritable);
        await send(result.events.map(eventRecord));
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
