import { type Static, type TSchema } from '@sinclair/typebox';

import {
  type EventDefinition,
  type IncomingEvent,
  type IncomingRecord,
  readEvent,
  type Refusal,
} from '#libs/contracts';
import { type Result } from '#libs/kernel';

import {
  type DirectSlice,
  type RecordSlice,
  type RefusedSlice,
  type RunSlice,
  type TransactionalSlice,
} from './slice.js';

/** Reads one record of the topic as an event, or says why it is poison. `clusterId` names the source of bare records. */
export type RecordReader<Data, R extends Refusal> = (
  record: IncomingRecord,
  clusterId: string,
) => Result<IncomingEvent<Data>, R>;

/** Produces at once and commits the offset only after the broker has the events. */
export interface DirectSubscription {
  readonly mode: 'direct';
  readonly topic: string;
  readonly read: RecordReader<unknown, Refusal>;
  readonly handle: DirectSlice<unknown>;
}

/** Inbox, state and outbox of up to `batch` events of different keys in one transaction; then the offset. */
export interface TransactionalSubscription {
  readonly mode: 'transactional';
  readonly topic: string;
  readonly batch: number;
  /**
   * The slices of a batch run at once, so that their ports can gather what they file into one statement. Only for a
   * slice that locks nothing but by that statement: else two batches could wait for each other.
   */
  readonly together?: boolean;
  /**
   * `id`, the default: the same source and id with other bytes is the dead letter `event.id_reused`. `bytes`: the slice
   * gets it, as one event more; for a slice that itself lets the first win, and records the second.
   */
  readonly knownBy?: 'id' | 'bytes';
  readonly read: RecordReader<unknown, Refusal>;
  readonly handle: TransactionalSlice<unknown>;
  readonly refused?: RefusedSlice<Refusal>;
}

/** Raw records in one transaction each batch, without reading them as events. */
export interface RecordSubscription {
  readonly mode: 'records';
  readonly topic: string;
  readonly batch: number;
  readonly handle: RecordSlice;
}

/** `lane: partition`: runs of consecutive offsets, one a partition, at most `batch` records in all. */
export interface RunSubscription {
  readonly mode: 'runs';
  readonly topic: string;
  readonly batch: number;
  readonly handle: RunSlice;
}

export type Subscription = DirectSubscription | TransactionalSubscription | RecordSubscription | RunSubscription;

const defaultBatch = 50;

/** `event → slice`, produced directly. */
export function direct<S extends TSchema>(
  definition: EventDefinition<S>,
  handle: DirectSlice<Static<S>>,
): DirectSubscription {
  return {
    mode: 'direct',
    topic: definition.type,
    read: (record, clusterId) => readEvent(record, definition, clusterId),
    handle: handle,
  };
}

/** `event → slice`, through inbox and outbox. */
export function transactional<S extends TSchema>(
  definition: EventDefinition<S>,
  handle: TransactionalSlice<Static<S>>,
  options: Pick<TransactionalSubscription, 'together' | 'knownBy'> = {},
): TransactionalSubscription {
  return {
    mode: 'transactional',
    topic: definition.type,
    batch: defaultBatch,
    ...options,
    read: (record, clusterId) => readEvent(record, definition, clusterId),
    handle: handle,
  };
}

/** As `transactional`, for a topic with its own reader and, where given, an answer to what it refuses. */
export function transactionalWith<Data, R extends Refusal>(options: {
  topic: string;
  read: RecordReader<Data, R>;
  handle: TransactionalSlice<Data>;
  refused?: RefusedSlice<R>;
  batch?: number;
  together?: boolean;
}): TransactionalSubscription {
  return { mode: 'transactional', batch: defaultBatch, ...options } as TransactionalSubscription;
}

export const records = (topic: string, handle: RecordSlice, batch: number = defaultBatch): RecordSubscription => ({
  mode: 'records',
  topic,
  batch,
  handle,
});

export const runs = (topic: string, handle: RunSlice, batch = 200): RunSubscription => ({
  mode: 'runs',
  topic,
  batch,
  handle,
});
