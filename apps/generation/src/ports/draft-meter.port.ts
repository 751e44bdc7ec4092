import { type DraftAttempt, type GenerationKind } from '#libs/contracts';

/** Counts of drafting: states, codes, durations and tokens, never content. */
export interface DraftMeter {
  attemptEnded(attempt: DraftAttempt): void;
  /** `response`, or the code of the failure. */
  drafted(kind: GenerationKind, outcome: string): void;
  /** The mode used, `none` for the no-action answer, and the code of the reason. */
  downgraded(used: string, reason: string): void;
  /** A profile's circuit opened, and so its endpoint rests, or closed again. */
  circuitMoved(profile: string, isClosed: boolean): void;
}
