import { type ReadinessReason } from '#libs/contracts';

import { classify } from './classify.js';
import { OutageError } from './failures.js';

/** What a failure that is waited out says of the service's readiness: what is away, or that a record itself waits. */
export function reasonOf(error: unknown): Extract<ReadinessReason, 'kafka.away' | 'database.away' | 'lane.waiting'> {
  if (error instanceof OutageError && error.code.startsWith('kafka')) return 'kafka.away';
  return classify(error) === 'bug' ? 'lane.waiting' : 'database.away';
}
