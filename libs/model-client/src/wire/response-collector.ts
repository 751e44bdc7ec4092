import { type Choice } from '#libs/contracts';

import { type BrokenCode, type TokenUsage } from '../model-client.port.js';
import { type Chunk, type ChoiceDelta, type Dialect } from './dialect.js';
import { type OpenChoice, append, bytesOf, closed, opened } from './open-choice.js';

type Fault = Extract<BrokenCode, 'provider.malformed' | 'provider.too_large'>;

export interface Collected {
  readonly model: string | null;
  readonly choices: readonly Choice[];
}

const maxChoices = 128;

/** Puts a streamed response together, every choice of it, within a bound of bytes. */
export class ResponseCollector {
  readonly #choices = new Map<number, OpenChoice>();
  #bytes = 0;
  #model: string | null = null;
  #tokens: TokenUsage = { inputTokens: null, outputTokens: null };

  /** @param limit UTF-8 bytes of all that the model says */
  constructor(
    readonly dialect: Dialect,
    private readonly limit: number,
  ) {}

  /** As the wire gave them so far. */
  get tokens(): TokenUsage {
    return this.#tokens;
  }

  /** Takes one chunk as the wire gave it; a fault ends the call. */
  take(value: unknown): Fault | undefined {
    const chunk = this.dialect.read(value);
    if (chunk === undefined) return 'provider.malformed';
    this.#model = chunk.model ?? this.#model;
    this.#tokens = latest(this.#tokens, chunk.usage);
    return this.#takeChoices(chunk);
  }

  /** The whole response; undefined while a choice has no finish, or there is none. */
  response(): Collected | undefined {
    const inOrder = [...this.#choices.entries()].sort(([a], [b]) => a - b);
    const choices = inOrder.map(([index, open]) => closed(index, open, this.dialect));
    if (choices.length === 0 || choices.some((choice) => choice === undefined)) return undefined;
    return { model: this.#model, choices: choices.filter((choice) => choice !== undefined) };
  }

  #takeChoices(chunk: Chunk): Fault | undefined {
    for (const delta of chunk.choices) {
      const bytes = bytesOf(delta);
      this.#bytes += bytes;
      if (this.#bytes > this.limit) return 'provider.too_large';
      const open = this.#choice(delta);
      if (open === undefined || !append(open, delta, bytes)) return 'provider.malformed';
    }
    return undefined;
  }

  #choice({ index }: ChoiceDelta): OpenChoice | undefined {
    const known = this.#choices.get(index);
    if (known !== undefined || this.#choices.size >= maxChoices) return known;
    const fresh = opened();
    this.#choices.set(index, fresh);
    return fresh;
  }
}

const latest = (known: TokenUsage, told: TokenUsage | null): TokenUsage => ({
  inputTokens: told?.inputTokens ?? known.inputTokens,
  outputTokens: told?.outputTokens ?? known.outputTokens,
});
