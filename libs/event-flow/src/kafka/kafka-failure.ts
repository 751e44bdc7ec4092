import { type KafkaReason, OutageError, RecordRefusedError } from '../failures/failures.js';

/** Protocol errors that say that a record itself will never be taken. */
const refusals: Readonly<Record<string, string>> = {
  MESSAGE_TOO_LARGE: 'kafka.record_too_large',
  RECORD_LIST_TOO_LARGE: 'kafka.record_too_large',
  INVALID_RECORD: 'kafka.record_invalid',
  INVALID_TIMESTAMP: 'kafka.record_invalid',
};

/** Rebuilds a kafkajs error: a code and nothing of its message. Whatever is not a refusal of the record counts as an outage. */
export function kafkaFailure(error: unknown): OutageError | RecordRefusedError {
  const links = [...chainOf(error)];
  const refusal = links.map((link) => refusals[typeOf(link)]).find((code) => code !== undefined);
  if (refusal !== undefined) return new RecordRefusedError(refusal);
  const last = links.at(-1);
  const detail = last === undefined ? '' : typeOf(last) || last.name;
  return new OutageError(accessRefusal(error) ?? 'kafka.away', detail);
}

/** Why the broker turned the principal away, or undefined where it did not. */
export function accessRefusal(error: unknown): Exclude<KafkaReason, 'kafka.away'> | undefined {
  for (const link of chainOf(error)) {
    if (/SASL/.test(link.name) || /SASL/.test(typeOf(link))) return 'kafka.unauthenticated';
    if (/_AUTHORIZATION_FAILED$/.test(typeOf(link))) return 'kafka.unauthorised';
  }
  return undefined;
}

/** True where the broker cannot be reached, in contrast to a broker that answers with an error. */
export function isConnectionFailure(error: unknown): boolean {
  for (const link of chainOf(error)) {
    if (/Connection|BrokerNotFound|RequestTimeout|Coordinator|NoBroker|MetadataNotLoaded/.test(link.name)) return true;
    if (/COORDINATOR|LEADER|NETWORK/.test(typeOf(link))) return true;
  }
  return false;
}

/** True where the broker has no authoriser, and so no rules to read or to make. */
export function hasNoAuthoriser(error: unknown): boolean {
  return [...chainOf(error)].some(
    (link) => link.name === 'KafkaJSServerDoesNotSupportApiKey' || typeOf(link) === 'SECURITY_DISABLED',
  );
}

function* chainOf(error: unknown): Generator<Error> {
  for (let link = error, depth = 0; link instanceof Error && depth < 8; link = link.cause, depth += 1) yield link;
}

function typeOf(error: Error): string {
  const { type } = error as { type?: unknown };
  return typeof type === 'string' ? type : '';
}
