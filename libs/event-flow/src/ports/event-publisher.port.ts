/** A record to produce, bytes fixed. A repeated header is a repeated pair. */
export interface OutgoingRecord {
  readonly topic: string;
  readonly key: Buffer | null;
  readonly headers: readonly (readonly [name: string, value: Buffer | null])[];
  readonly value: Buffer | null;
}

/** Produces with acks=all, idempotent. */
export interface EventPublisher {
  /**
   * Resolves when the broker has all records, in order for each key.
   * @throws OutageError when it does not know that; the records may be there, and are sent again as they were.
   * @throws RecordRefusedError when the broker will never take one of them.
   */
  publish(records: readonly OutgoingRecord[]): Promise<void>;
  close(): Promise<void>;
}
