import { type Code } from '#libs/contracts';
import { type Replayed } from '#libs/event-flow';

import { HttpProblem } from '../http/http-problem.js';

/** What a service answers to the replay of one of its dead letters. */
export interface ReplayAnswer {
  /** `duplicate`: it was taken before. `dead_letter`: it failed again, with `code`, and a new dead letter says so. */
  readonly result: 'done' | 'duplicate' | 'dead_letter';
  readonly code: Code | null;
}

/** @throws HttpProblem 404 where there is no such dead letter, 409 where nobody takes it, 503 where it has to wait */
export function replayAnswer(replayed: Replayed): ReplayAnswer {
  switch (replayed.kind) {
    case 'done':
    case 'duplicate':
      return { result: replayed.kind, code: null };
    case 'deadLetter':
      return { result: 'dead_letter', code: replayed.refusal.code };
    case 'waits':
      throw new HttpProblem(503, 'replay.waits');
    case 'noDeadLetter':
      throw new HttpProblem(404, 'replay.no_dead_letter');
    case 'noReader':
      throw new HttpProblem(409, 'replay.no_reader');
  }
}
