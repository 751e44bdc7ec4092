import { type Refusal } from '#libs/contracts';

/** What became of a record that was taken once more. */
export type TakenAgain =
  | { readonly kind: 'done' }
  /** It was taken before, and its effects are there. */
  | { readonly kind: 'duplicate' }
  /** There is a new dead letter of it. */
  | { readonly kind: 'deadLetter'; readonly refusal: Refusal }
  /** What it needs is not there now; nothing was changed. */
  | { readonly kind: 'waits' };

/** What became of the replay of a dead letter. */
export type Replayed =
  | TakenAgain
  /** No dead letter of this service lies there. */
  | { readonly kind: 'noDeadLetter' }
  /** It keeps no record of a topic that the service takes record by record. */
  | { readonly kind: 'noReader' };
