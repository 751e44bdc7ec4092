import { type Finish } from '#libs/contracts';

import { type TokenUsage } from '../model-client.port.js';

/** One event of a response in the words that all wire formats share. */
export interface Chunk {
  readonly model: string | null;
  /** The latest count holds; a null in it leaves what was known. */
  readonly usage: TokenUsage | null;
  readonly choices: readonly ChoiceDelta[];
}

export interface ChoiceDelta {
  readonly index: number;
  readonly content: string | null;
  readonly refusal: string | null;
  readonly reasoning: string | null;
  readonly toolCalls: readonly ToolCallPiece[];
  /** null too where the server writes an empty word into chunks that are not the last. */
  readonly finishReason: string | null;
}

export interface ToolCallPiece {
  /** Pieces of one place belong together, unless a second one brings an id of its own. */
  readonly index: number;
  readonly id: string | null;
  readonly name: string;
  readonly arguments: string;
}

/** What a wire format says, beside its finish, once a choice is over. */
export interface Ending {
  readonly reason: string;
  readonly refusal: string | null;
  readonly calls: number;
}

/** How one wire format is read. Both are pure; what one does not know is `unfinished`, and never `complete`. */
export interface Dialect {
  /** undefined where the value is not of the format; throws ErrorInStream where it tells of a failure. */
  read(value: unknown): Chunk | undefined;
  finish(ending: Ending): Finish;
  /** True where a server that ignores `stream` may answer with one JSON body, which `read` takes as it takes a chunk. */
  readonly takesWholeBody: boolean;
  /** Statuses that say that nothing was done; after any other 5xx the model may have run. */
  readonly unavailableStatuses: readonly number[];
}

export const nothingSaid: Chunk = { model: null, usage: null, choices: [] };

/** One choice that adds what is given and nothing else. */
export const delta = (parts: Partial<ChoiceDelta>): ChoiceDelta => ({
  index: 0,
  content: null,
  refusal: null,
  reasoning: null,
  toolCalls: [],
  finishReason: null,
  ...parts,
});
