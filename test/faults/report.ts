/** What one scenario came to: counted from the topics and the provider's own log, never from a service's word. */
export interface FaultReport {
  readonly scenario: string;
  readonly broker: BrokerKind;
  readonly seed: number;
  readonly questions: number;
  readonly completed: number;
  readonly failedByCode: Readonly<Record<string, number>>;
  /** Questions that the broker held and that had no outcome when the fault struck; the most of them where it struck often. */
  readonly inFlightAtKill: number;
  /** Questions without an outcome. */
  readonly lost: number;
  /** Questions with two outcomes of different bytes. */
  readonly conflicting: number;
  /** Canaries of attempts that were not approved, in any byte that a client could read; and any canary in a log or a metric. */
  readonly leaked: number;
  /** Provider calls beyond the recorded attempts, beyond the attempts allowed, or under a marker that was used before. */
  readonly paidTwice: number;
  /** Outcomes repeated with the same bytes. */
  readonly duplicates: number;
  readonly deadLetters: number;
  /** Milliseconds from the end of the fault to the first answer completed after it; null where no fault ends. */
  readonly recoverMs: number | null;
}

export type BrokerKind = 'embedded' | 'apache';

/** A scenario that could not be run here, and why. It never counts as passed. */
export interface Skipped {
  readonly scenario: string;
  readonly broker: BrokerKind;
  readonly seed: number;
  readonly skipped: string;
}
