import { type EntityManager } from 'typeorm';

import { type Code, type IncomingEvent, type IncomingRecord, type OutgoingEvent, type Refusal } from '#libs/contracts';

/** The runner's open transaction: a slice's only way to its tables, handed on to repositories and never kept. */
export type Transaction = EntityManager;

/** What a slice answers. Expected outcomes are these values; a throw is a bug or an outage, told apart by the runner. */
export type SliceResult =
  | { readonly kind: 'done'; readonly events: readonly OutgoingEvent[] }
  /** Wait, unbounded, like an outage. */
  | { readonly kind: 'retry'; readonly reason: string }
  | { readonly kind: 'deadLetter'; readonly refusal: Refusal };

export const done = (...events: OutgoingEvent[]): SliceResult => ({ kind: 'done', events });
export const retry = (reason: string): SliceResult => ({ kind: 'retry', reason });
export const deadLetter = (code: Code, pointer: string | null = null): SliceResult => ({
  kind: 'deadLetter',
  refusal: { code, pointer },
});

export interface DirectContext {
  /** Aborted when the subscription stops or the record's deadline is over. */
  readonly signal: AbortSignal;
}

export interface TransactionalContext extends DirectContext {
  readonly tx: Transaction;
}

/** Event in, events out. It never touches a producer. */
export type DirectSlice<Data> = (
  event: IncomingEvent<Data>,
  context: DirectContext,
) => Promise<SliceResult> | SliceResult;
export type TransactionalSlice<Data> = (
  event: IncomingEvent<Data>,
  context: TransactionalContext,
) => Promise<SliceResult>;
/** Answers a record that its reader refused; without one the record is a dead letter. */
export type RefusedSlice<R extends Refusal> = (
  refusal: R,
  record: IncomingRecord,
  context: TransactionalContext,
) => Promise<SliceResult>;
/** Takes a raw record: dead letters, which have no schema of ours. */
export type RecordSlice = (record: IncomingRecord, context: TransactionalContext) => Promise<SliceResult>;
/** Consecutive offsets of one partition, lowest first. */
export interface Run {
  readonly topic: string;
  readonly partition: number;
  readonly records: readonly [IncomingRecord, ...IncomingRecord[]];
}
/** Takes runs of different partitions of one topic, lowest partition first, in one transaction. It has no poison and no events. */
export type RunSlice = (runs: readonly Run[], context: TransactionalContext) => Promise<void>;
