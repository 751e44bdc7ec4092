import { type Refusal } from '#libs/contracts';

import { type Delivery } from './drain.js';
import { type Step } from './next-step.js';

/** Hears what the runner does: readiness, metrics and the log. */
export interface RunnerObserver {
  inFlight(change: number): void;
  stepped(delivery: Delivery, step: Step, error: unknown): void;
  /** A slice runs far past its deadline: the heartbeats are held back until it ends. */
  stuck(isStuck: boolean): void;
  buried(delivery: Delivery, refusal: Refusal): void;
  buryBlocked(delivery: Delivery, error: unknown): void;
}
