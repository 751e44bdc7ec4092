import { type HttpProblem } from '#libs/service-host';

import { type ChatFailure } from './chat-outcome.js';
import { type Completed } from './completion.js';

/** How one response says its outcome: once, after which it is over. */
export interface CompletionWriter {
  complete(outcome: Completed): void;
  fail(failure: ChatFailure): void;
  /** The wait ended without an outcome. */
  refuse(problem: HttpProblem): void;
  /** Calls back once, when everything was said or the client has left, or at once where that is so. */
  onEnd(atEnd: () => void): void;
}
