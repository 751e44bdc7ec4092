import { type ReadinessReason } from '#libs/contracts';

import { classify } from './classify.js';
import { isKafkaReason, type KafkaReason, OutageError } from './failures.js';

/** What a failure that is waited out says of the service's readiness: what is away, or that a record itself waits. */
export function reasonOf(error: unknown): Extract<ReadinessReason, KafkaReason | 'database.away' | 'lane.waiting'> {
  if (error instanceof OutageError && error.code.startsWith('kafka')) return kafkaReasonOf(error);
  return classify(error) === 'bug' ? 'lane.waiting' : 'database.away';
}

/** Why the broker does not serve us. */
export function kafkaReasonOf(error: unknown): KafkaReason {
  return error instanceof OutageError && isKafkaReason(error.code) ? error.code : 'kafka.away';
}
