import { setTimeout as pause } from 'node:timers/promises';

import { type EventPublisher, kafkaPublisher } from '#libs/event-flow';

import { type FaultHouse } from '../house/fault-house.js';
import { type PlannedQuestion } from '../question-plan.js';

export interface Pace {
  readonly bursts: number;
  /** Milliseconds from the first burst to the last, where nothing holds one back. */
  readonly overMs: number;
  /** Bursts held back for the faults that ask for load, and for the time after the last of them. */
  readonly kept: number;
}

/** Milliseconds that a burst has to show in the flow before another one is demanded. */
const demandEveryMs = 2_000;

/** Asks in bursts, each question until it is accepted: like an upstream system that does not give up. */
export class Asker {
  readonly accepted = new Set<string>();
  readonly #publisher: EventPublisher;
  readonly #bursts: (readonly PlannedQuestion[])[] = [];
  readonly #asking: Promise<void>[] = [];
  #askedAt = 0;

  constructor(
    private readonly house: FaultHouse,
    private readonly signal: AbortSignal,
  ) {
    const { brokers } = house.cluster;
    this.#publisher = kafkaPublisher({ brokers, clientId: 'fault-asker', createTopics: false });
  }

  /** Resolves when every question was accepted. Bursts that are kept go out when `struck` has settled. */
  async askAll(
    questions: readonly PlannedQuestion[],
    { bursts, overMs, kept }: Pace,
    struck: Promise<unknown>,
  ): Promise<void> {
    const size = Math.ceil(questions.length / bursts);
    for (let at = 0; at < questions.length; at += size) this.#bursts.push(questions.slice(at, at + size));
    let held = kept;
    void struck.catch(() => undefined).then(() => (held = 0));
    while (this.#bursts.length > 0) {
      if (this.#bursts.length > held) this.#askNext();
      await pause(overMs / bursts, undefined, { signal: this.signal });
    }
    await Promise.all(this.#asking);
  }

  /** Asks one of the kept bursts now; the last one is for the time after the faults. */
  demand(): void {
    if (this.#bursts.length > 1 && performance.now() - this.#askedAt > demandEveryMs) this.#askNext();
  }

  #askNext(): void {
    const burst = this.#bursts.shift() ?? [];
    this.#askedAt = performance.now();
    this.#asking.push(
      this.#publish(burst.filter(({ by }) => by === 'kafka')),
      this.#post(burst.filter(({ by }) => by === 'http')),
    );
  }

  close(): Promise<void> {
    return this.#publisher.close();
  }

  async #publish(questions: readonly PlannedQuestion[]): Promise<void> {
    const records = questions.map(({ interactionId, body }) => ({
      topic: 'questions.asked.v1',
      key: Buffer.from(`default/${interactionId}`),
      headers: [],
      value: Buffer.from(JSON.stringify(body)),
    }));
    await this.#untilItWorks(() => this.#publisher.publish(records));
    for (const { interactionId } of questions) this.accepted.add(interactionId);
  }

  async #post(questions: readonly PlannedQuestion[]): Promise<void> {
    for (const question of questions) await this.#untilItWorks(() => this.#postOne(question));
  }

  async #postOne({ interactionId, body }: PlannedQuestion): Promise<void> {
    const { stack } = this.house;
    const { principal: _tokenSays, ...rest } = body;
    const response = await fetch(`${stack.urls.delivery}/v1/questions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.files.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(rest),
      signal: AbortSignal.any([this.signal, AbortSignal.timeout(5_000)]),
    });
    await response.body?.cancel();
    if (response.status !== 202 && response.status !== 200) throw new Error(`asked, and got ${response.status}`);
    this.accepted.add(interactionId);
  }

  async #untilItWorks(work: () => Promise<void>): Promise<void> {
    for (;;) {
      this.signal.throwIfAborted();
      try {
        return await work();
      } catch {
        await pause(200);
      }
    }
  }
}
