import { type Finish } from '#libs/contracts';

import { type Dialect, type Ending } from '../wire/dialect.js';
import { readResponseEvent } from './response-event.js';

const known: ReadonlyMap<string, Finish> = new Map([
  ['completed', 'complete'],
  ['max_output_tokens', 'truncated'],
  ['content_filter', 'filtered'],
]);

/** A response that calls tools is `completed` like any other. */
function finish({ reason, refusal, calls }: Ending): Finish {
  if (refusal !== null && refusal !== '') return 'refused';
  if (reason === 'completed' && calls > 0) return 'tool';
  return known.get(reason) ?? 'unfinished';
}

export const responsesDialect: Dialect = {
  read: readResponseEvent,
  finish,
  takesWholeBody: false,
  unavailableStatuses: [503],
};
