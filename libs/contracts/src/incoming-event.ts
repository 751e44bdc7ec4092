import { type Code } from './codes.js';

/** Where a record lies. */
export interface RecordPlace {
  readonly partition: number;
  /** Decimal text, as Kafka's 64-bit offsets do not fit a number. */
  readonly offset: string;
}

/** A record as the broker gave it. A repeated header is a repeated pair. */
export interface IncomingRecord extends RecordPlace {
  readonly topic: string;
  /** Milliseconds, decimal text. */
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly headers: readonly (readonly [name: string, value: Buffer | null])[];
  readonly value: Buffer | null;
}

/** The CloudEvents attributes that we read; correlation is passed in it. */
export interface Envelope {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  /** RFC 3339; the record's own timestamp where the event names none. */
  readonly time: string;
  readonly traceparent?: string | undefined;
}

export interface IncomingEvent<Data = unknown> {
  readonly envelope: Envelope;
  readonly data: Data;
  readonly record: IncomingRecord;
}

/** Why a record is poison: a code and at most a pointer, never a part of its content. */
export interface Refusal {
  readonly code: Code;
  readonly pointer: string | null;
}
