import { type ApiToken, type RecordPlace, type Service } from '#libs/contracts';
import { type Transaction } from '#libs/event-flow';

/** A dead letter, by where it lies. */
export interface DeadLetterRef extends RecordPlace {
  readonly service: Service;
}

/** An operator's act. */
export interface Replay {
  readonly deadLetter: DeadLetterRef;
  readonly operator: ApiToken['principal'];
  readonly action: 'passed_on' | 'asked_anew';
  /** The question that the dead letter names; null where it names none. */
  readonly question: { readonly namespace: string; readonly interactionId: string } | null;
}

/** The audit of replays. It holds ids alone. */
export interface ReplayLog {
  note(tx: Transaction, replay: Replay): Promise<void>;
  wasPassedOn(deadLetter: DeadLetterRef): Promise<boolean>;
}
