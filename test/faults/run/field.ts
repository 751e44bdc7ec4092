import { setTimeout as pause } from 'node:timers/promises';

import { type IncomingRecord, type Service } from '#libs/contracts';

import { callSlots, type FaultHouse } from '../house/fault-house.js';
import { waitUntil } from '../house/wait.js';
import { type SeededRandom } from '../seeded-random.js';
import { type Asker } from './asker.js';

/** A fault that never bit, or a promise that broke before anything could be counted. */
export class FaultError extends Error {}

/** Where one scenario takes place: what its fault may do, and the marks that are counted from. */
export class Field {
  inFlightAtKill = 0;
  /** Questions that may end as `provider.unobserved`: the call slots of every generation that was killed. */
  slotsKilled = 0;
  /** Milliseconds since 1970. */
  faultEndedAt: number | undefined;
  readonly #firstRecord: number;

  constructor(
    readonly house: FaultHouse,
    readonly random: SeededRandom,
    readonly signal: AbortSignal,
    private readonly asker: Asker,
    private readonly burst: number,
  ) {
    this.#firstRecord = house.watch.records.length;
  }

  /** The records of this scenario so far. */
  records(): readonly IncomingRecord[] {
    return this.house.watch.records.slice(this.#firstRecord);
  }

  /** Accepted, and without an outcome. */
  inFlight(): string[] {
    const { outcomes } = this.house.watch;
    return [...this.asker.accepted].filter((id) => outcomes.endOf(id) === undefined);
  }

  /** Resolves when answers come and a good part of a burst is in flight: now is the time to strike. */
  async underLoad(): Promise<void> {
    const enough = Math.max(1, Math.min(callSlots, Math.floor(this.burst / 2)));
    const isLoaded = (): boolean => {
      const flying = this.inFlight().length;
      if (flying < enough) this.asker.demand();
      return flying >= enough && flying < this.asker.accepted.size;
    };
    if (!(await this.#until(isLoaded, 60_000))) {
      throw new FaultError(`the fault did not bite: never ${enough} questions in flight`);
    }
    this.strikes();
  }

  /** Notes what is in flight at this moment. */
  strikes(): void {
    this.inFlightAtKill = Math.max(this.inFlightAtKill, this.inFlight().length);
  }

  faultEnds(): void {
    this.faultEndedAt = Date.now();
  }

  /** SIGKILL, and a new process as a supervisor would start it; resolves when that is ready. */
  async kill(service: Service): Promise<void> {
    const process = this.house.stack.process(service);
    this.noteLostSlots(service);
    process.signal('SIGKILL');
    await process.exited;
    this.faultEnds();
    await this.restart(service);
  }

  /** SIGSTOP, and SIGCONT after a while, also when the run is interrupted. */
  async freeze(service: Service, forMs: number): Promise<void> {
    const process = this.house.stack.process(service);
    this.noteLostSlots(service);
    process.signal('SIGSTOP');
    try {
      await this.pause(forMs);
    } finally {
      process.signal('SIGCONT');
    }
    this.faultEnds();
  }

  private noteLostSlots(service: Service): void {
    if (service === 'generation') this.slotsKilled += callSlots;
  }

  /** A start may fail while broker or database are away: it is repeated, as a supervisor would. */
  async restart(service: Service): Promise<void> {
    const started = await this.#until(async () => {
      await this.house.stack.process(service).stop();
      return this.house.stack.restart(service).then(
        () => true,
        () => false,
      );
    }, 120_000);
    if (!started) throw new FaultError(`${service} did not come up again within 120 s`);
  }

  /** A promise of its own that a fault looks after: it is said when the questions are counted. */
  expect(holds: boolean, otherwise: string): void {
    if (!holds) throw new FaultError(otherwise);
  }

  async pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.signal });
  }

  #until(holds: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
    return waitUntil(holds, timeoutMs, this.signal);
  }
}
