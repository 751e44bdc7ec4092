import { OutageError, RecordRefusedError } from '../failures/failures.js';

/** Protocol errors that say that a record itself will never be taken. */
const refusals: Readonly<Record<string, string>> = {
  MESSAGE_TOO_LARGE: 'kafka.record_too_large',
  RECORD_LIST_TOO_LARGE: 'kafka.record_too_large',
  INVALID_RECORD: 'kafka.record_invalid',
  INVALID_TIMESTAMP: 'kafka.record_invalid',
};

/** Rebuilds a kafkajs error: a code and nothing of its message. Whatever is not a refusal counts as an outage. */
export function kafkaFailure(error: unknown): OutageError | RecordRefusedError {
  let detail = '';
  for (let link = error, depth = 0; link instanceof Error && depth < 8; link = link.cause, depth += 1) {
    detail = (link as { type?: string }).type ?? link.name;
    const refusal = refusals[(link as { type?: string }).type ?? ''];
    if (refusal !== undefined) return new RecordRefusedError(refusal);
  }
  return new OutageError('kafka.away', detail);
}

/** True where the broker cannot be reached, in contrast to a broker that answers with an error. */
export function isConnectionFailure(error: unknown): boolean {
  for (let link = error, depth = 0; link instanceof Error && depth < 8; link = link.cause, depth += 1) {
    if (/Connection|BrokerNotFound|RequestTimeout|Coordinator|NoBroker|MetadataNotLoaded/.test(link.name)) return true;
    if (/COORDINATOR|LEADER|NETWORK/.test((link as { type?: string }).type ?? '')) return true;
  }
  return false;
}
