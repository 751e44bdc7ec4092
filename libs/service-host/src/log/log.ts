import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

import { errorFields, isError } from './error-fields.js';

/** JSON lines to standard output, one event each: ids, codes, digests and offsets. An error in a field loses its message. */
export function createLog(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => error },
    formatters: { level: (label: string) => ({ level: label }), log: withoutMessages },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function withoutMessages(fields: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields);
  if (!entries.some(([, value]) => isError(value))) return fields;
  return Object.fromEntries(entries.map(([name, value]) => [name, isError(value) ? errorFields(value) : value]));
}
