import { type Finish } from '#libs/contracts';

import { type Dialect } from '../wire/dialect.js';
import { readMessageEvent } from './message-event.js';

/** `pause_turn` would have to be continued, which nobody asked for: it is unfinished like every word not known. */
const known: ReadonlyMap<string, Finish> = new Map([
  ['end_turn', 'complete'],
  ['stop_sequence', 'complete'],
  ['tool_use', 'tool'],
  ['max_tokens', 'truncated'],
  ['model_context_window_exceeded', 'truncated'],
  ['refusal', 'refused'],
]);

export const messagesDialect: Dialect = {
  read: readMessageEvent,
  finish: ({ reason }) => known.get(reason) ?? 'unfinished',
  takesWholeBody: false,
  /** 529 is Anthropic's `overloaded_error`: the request was not taken. */
  unavailableStatuses: [503, 529],
};
