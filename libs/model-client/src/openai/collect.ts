import { type Choice } from '#libs/contracts';

import { type BrokenCode, type ModelResult, type TokenUsage } from '../model-client.port.js';
import { type Chunk, type ChoiceDelta, readChunk } from './chunk.js';
import { finishOf } from './finish.js';

type Fault = Extract<BrokenCode, 'provider.malformed' | 'provider.too_large'>;

interface OpenCall {
  id: string | null;
  name: string;
  arguments: string;
}

interface OpenChoice {
  content: string | null;
  refusal: string | null;
  reasoning: string | null;
  readonly calls: Map<number, OpenCall>;
  finishReason: string | null;
}

const maxChoices = 128;
const maxCalls = 128;

/** Puts a streamed response together, every choice of it, within a bound of bytes. */
export class ResponseCollector {
  readonly #choices = new Map<number, OpenChoice>();
  #bytes = 0;
  #model: string | null = null;
  #tokens: TokenUsage = { inputTokens: null, outputTokens: null };

  /** @param limit UTF-8 bytes of all that the model says */
  constructor(private readonly limit: number) {}

  get tokens(): TokenUsage {
    return this.#tokens;
  }

  /** Takes one chunk as the wire gave it; a fault ends the call. */
  take(value: unknown): Fault | undefined {
    const chunk = readChunk(value);
    if (chunk === undefined) return 'provider.malformed';
    this.#model = chunk.model ?? this.#model;
    this.#tokens = chunk.usage ?? this.#tokens;
    return this.#takeChoices(chunk);
  }

  /** The whole response; undefined while a choice has no finish, or there is none. */
  response(): ModelResult | undefined {
    const choices = [...this.#choices.entries()].sort(([a], [b]) => a - b).map(([index, open]) => closed(index, open));
    if (choices.length === 0 || choices.some((choice) => choice === undefined)) return undefined;
    const finished = choices.filter((choice) => choice !== undefined);
    return { kind: 'response', model: this.#model, choices: finished, tokens: this.#tokens };
  }

  #takeChoices(chunk: Chunk): Fault | undefined {
    for (const delta of chunk.choices) {
      this.#bytes += delta.bytes;
      if (this.#bytes > this.limit) return 'provider.too_large';
      const open = this.#choice(delta.index);
      if (open === undefined || !append(open, delta)) return 'provider.malformed';
    }
    return undefined;
  }

  #choice(index: number): OpenChoice | undefined {
    const known = this.#choices.get(index);
    if (known !== undefined || this.#choices.size >= maxChoices) return known;
    const fresh = { content: null, refusal: null, reasoning: null, calls: new Map(), finishReason: null };
    this.#choices.set(index, fresh);
    return fresh;
  }
}

/** False where it contradicts what came before: text or another word after a finish, or calls without end. */
function append(open: OpenChoice, delta: ChoiceDelta): boolean {
  if (open.finishReason !== null && !repeats(open.finishReason, delta)) return false;
  open.content = joined(open.content, delta.content);
  open.refusal = joined(open.refusal, delta.refusal);
  open.reasoning = joined(open.reasoning, delta.reasoning);
  open.finishReason = delta.finishReason ?? open.finishReason;
  for (const piece of delta.toolCalls) {
    const call = open.calls.get(piece.index) ?? { id: null, name: '', arguments: '' };
    if (open.calls.size >= maxCalls && !open.calls.has(piece.index)) return false;
    call.id = piece.id ?? call.id;
    call.name += piece.name;
    call.arguments += piece.arguments;
    open.calls.set(piece.index, call);
  }
  return true;
}

/** After a finish some servers send its chunk again, or one that says nothing. */
const repeats = (finish: string, { finishReason, bytes, toolCalls }: ChoiceDelta): boolean =>
  bytes === 0 && toolCalls.length === 0 && (finishReason === null || finishReason === finish);

const joined = (text: string | null, more: string | null): string | null =>
  more === null ? text : (text ?? '') + more;

function closed(index: number, open: OpenChoice): Choice | undefined {
  const { content, refusal, reasoning, finishReason } = open;
  if (finishReason === null) return undefined;
  const toolCalls = [...open.calls.entries()].sort(([a], [b]) => a - b).map(([, call]) => ({ ...call }));
  return { index, content, refusal, reasoning, toolCalls, finish: finishOf(finishReason, refusal), finishReason };
}
