import { type Finish } from '#libs/contracts';

import { type Dialect, type Ending } from '../wire/dialect.js';
import { readChatChunk } from './chat-chunk.js';

const known: ReadonlyMap<string, Finish> = new Map([
  ['stop', 'complete'],
  ['tool_calls', 'tool'],
  ['function_call', 'tool'],
  ['length', 'truncated'],
  ['content_filter', 'filtered'],
]);

/** A refusal comes with `stop`, so it is looked at first. A word that we do not know means: not complete. */
function finish({ reason, refusal }: Ending): Finish {
  if (refusal !== null && refusal !== '') return 'refused';
  return known.get(reason) ?? 'unfinished';
}

/** OpenAI's chat completions, and what is compatible with them: Azure, vLLM, Ollama, llama.cpp, gateways. */
export const chatDialect: Dialect = {
  read: readChatChunk,
  finish,
  takesWholeBody: true,
  unavailableStatuses: [503],
};
