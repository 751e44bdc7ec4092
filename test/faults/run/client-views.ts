import { setTimeout as pause } from 'node:timers/promises';

import { createParser } from 'eventsource-parser';

import { type FaultHouse } from '../house/fault-house.js';

export interface FetchedBody {
  readonly interactionId: string;
  readonly text: string;
}

/** Clients that look at some questions all the time, by the stream and by the state, and keep whatever they get. */
export class ClientViews {
  readonly bodies: FetchedBody[] = [];
  readonly #stopping = new AbortController();
  readonly #views: Promise<void>[] = [];

  constructor(private readonly house: FaultHouse) {}

  open(interactionIds: readonly string[]): void {
    for (const interactionId of interactionIds) {
      this.#views.push(this.#repeat(() => this.#stream(interactionId)));
      this.#views.push(this.#repeat(() => this.#state(interactionId)));
    }
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#views);
  }

  async #repeat(look: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await look().catch(() => undefined);
      await pause(300, undefined, { signal }).catch(() => undefined);
    }
  }

  async #state(interactionId: string): Promise<void> {
    const response = await this.#get(`/v1/interactions/${interactionId}`);
    this.#keep(interactionId, await response.text());
  }

  /** What came before a cut counts as well; the deltas are joined, since a word may lie across two of them. */
  async #stream(interactionId: string): Promise<void> {
    const response = await this.#get(`/v1/interactions/${interactionId}/events`);
    const deltas: string[] = [];
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event === 'content_delta') deltas.push(JSON.parse(data) as string);
      },
    });
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of response.body ?? []) {
        const piece = decoder.decode(chunk as Uint8Array, { stream: true });
        text += piece;
        parser.feed(piece);
      }
    } finally {
      this.#keep(interactionId, `${text}\n${deltas.join('')}`);
    }
  }

  #keep(interactionId: string, text: string): void {
    const known = this.bodies.some((body) => body.interactionId === interactionId && body.text === text);
    if (!known) this.bodies.push({ interactionId, text });
  }

  #get(path: string): Promise<Response> {
    const { stack } = this.house;
    return fetch(`${stack.urls.delivery}${path}`, {
      headers: { authorization: `Bearer ${stack.files.token}` },
      signal: this.#stopping.signal,
    });
  }
}
