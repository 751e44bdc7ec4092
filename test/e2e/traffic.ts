import { readKeySet, verifyAnswerBytes } from '#libs/seal';
import { eventually } from '#libs/testkit';

import { type ClientEvent, clientEventsIn, type House } from './house.js';

export interface FlowOptions {
  readonly timeoutMs: number;
  /** Holds each answer against the key set that delivery serves when the answer has been seen. */
  readonly verifying: boolean;
}

const batch = 10;
const openAtMost = 40;
const patience = { timeoutMs: 150_000, intervalMs: 100 };

/** Questions in flight, each with a fact of its own in it, and what became of them. */
export class Traffic {
  readonly ids: string[] = [];
  /** Every client event seen, in order. */
  readonly events: ClientEvent[] = [];
  /** Ids of the answers that verified when they were seen. */
  readonly verified = new Set<string>();
  private read = 0;
  private over = false;

  constructor(private readonly house: House) {}

  async ask(prefix: string, count: number, timeoutMs: number): Promise<void> {
    const from = this.ids.filter((id) => id.startsWith(`${prefix}-`)).length;
    const ids = Array.from({ length: count }, (_, index) => `${prefix}-${from + index}`);
    this.ids.push(...ids);
    const messages = ids.map((interactionId) => ({
      key: `default/${interactionId}`,
      value: JSON.stringify({
        interactionId,
        channel: 'web',
        question: 'What holds?',
        timeoutMs,
        context: { fragments: [{ id: 'f-1', text: factOf(interactionId) }] },
      }),
    }));
    await this.house.producer.send({ topic: 'questions.asked.v1', messages });
  }

  /** Asks ten at a time, with at most forty open, until `stop`, which waits for all outcomes. */
  flow(prefix: string, options: FlowOptions): { stop(): Promise<void> } {
    let stopped = false;
    const run = async (): Promise<void> => {
      while (!stopped && !this.over) {
        await this.ask(prefix, batch, options.timeoutMs);
        await this.untilOpen(prefix, openAtMost - batch);
        if (options.verifying) await this.verifyNew(prefix);
      }
      if (!this.over) await this.untilOpen(prefix, 0);
      if (options.verifying) await this.verifyNew(prefix);
    };
    const running = run();
    running.catch(() => undefined); // whoever stops it hears of it
    const stop = () => {
      stopped = true;
      return running;
    };
    return { stop };
  }

  /** Ends every flow, whatever is open. */
  end(): void {
    this.over = true;
  }

  outcomesOf(prefix: string): ClientEvent[] {
    this.readOn();
    return this.events.filter(({ data }) => data.interactionId.startsWith(`${prefix}-`));
  }

  /** Resolves when so many more answers are there that `isOne` picks. */
  async seeMore(count: number, isOne: (event: ClientEvent) => boolean): Promise<void> {
    this.readOn();
    const from = this.events.length;
    await eventually(() => {
      this.readOn();
      expect(this.events.slice(from).filter(isOne).length).toBeGreaterThanOrEqual(count);
    }, patience);
  }

  private untilOpen(prefix: string, most: number): Promise<void> {
    return eventually(
      () => {
        if (this.over) return;
        const asked = this.ids.filter((id) => id.startsWith(`${prefix}-`)).length;
        expect(asked - this.outcomesOf(prefix).length).toBeLessThanOrEqual(most);
      },
      { ...patience, because: `${prefix}: at most ${most} questions without an outcome` },
    );
  }

  private readOn(): void {
    const { seen } = this.house;
    this.events.push(...clientEventsIn(seen.slice(this.read)));
    this.read = seen.length;
  }

  private async verifyNew(prefix: string): Promise<void> {
    const fresh = this.outcomesOf(prefix).filter(({ id }) => !this.verified.has(id));
    const set = readKeySet(await (await this.house.call('/.well-known/jwks.json')).json());
    if (!set.ok) throw new Error('delivery serves no key set');
    for (const { id, bytes } of fresh) {
      expect(await verifyAnswerBytes(bytes, set.value)).toMatchObject({ ok: true });
      this.verified.add(id);
    }
  }
}

/** What nobody but the answer to this question may say. */
export const factOf = (interactionId: string): string => `The fact of ${interactionId} is a canary.`;
