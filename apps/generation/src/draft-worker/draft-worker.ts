import { setTimeout as pause } from 'node:timers/promises';

import { type ConfigurationSnapshot } from '#libs/contracts';
import { type FlowReadiness } from '#libs/event-flow';
import { errorFields, type Worker } from '#libs/service-host';

import { type Claim } from '../ports/job-queue.port.js';
import { draftOneJob } from './draft-one-job.js';
import { type DraftingParts } from './drafting-parts.js';
import { heldJob } from './held-job.js';
import { keepLease } from './keep-lease.js';

export interface DraftWorkerOptions {
  /** Jobs at once. */
  readonly slots: number;
  /** Bytes of questions above which no further job is taken, whatever the slots. */
  readonly heldBytes: number;
  /** Jobs of one look into the queue: so many may go beyond `heldBytes`. */
  readonly claimAtOnce: number;
  readonly leaseMs: number;
  /** Milliseconds that a stop waits for calls under way. */
  readonly graceMs: number;
  /** Milliseconds between two looks into the queue when nothing wakes the worker. */
  readonly pollMs: number;
}

/** Claims jobs as slots are free and drafts them, each under its lease. */
export class DraftWorker implements Worker {
  readonly name = 'drafting';
  readonly #running = new Set<Promise<void>>();
  readonly #held = new Set<string>();
  readonly #graceOver = new AbortController();
  #poll: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #woken = false;
  #heldBytes = 0;
  /** The queue may hold more than the slots could take: the next free slot looks again. */
  #saturated = false;
  #stopped = false;
  #failing = false;

  constructor(
    private readonly parts: Omit<DraftingParts, 'configuration'>,
    private readonly configuration: () => ConfigurationSnapshot,
    private readonly options: DraftWorkerOptions,
  ) {}

  async start(): Promise<void> {
    this.wake();
  }

  /** Takes no new job; what has not finished within the grace is cut off, and its lease tells the rest. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#poll);
    await this.#claiming;
    await Promise.race([this.#idle(), pause(this.options.graceMs, undefined, { ref: false })]);
    this.#graceOver.abort();
    await this.#idle();
  }

  readiness(): FlowReadiness {
    return this.#failing ? { ready: false, reasons: ['drafting.failing'] } : { ready: true, reasons: [] };
  }

  /** Looks into the queue now, or once more right after the look at hand. */
  wake(): void {
    this.#woken = true;
    this.#claiming ??= this.#claimWhileWoken().finally(() => {
      this.#claiming = undefined;
      if (this.#woken && !this.#stopped) this.wake();
    });
  }

  async #claimWhileWoken(): Promise<void> {
    clearTimeout(this.#poll);
    while (this.#woken && !this.#stopped) {
      // Jobs that end by one commit wake one after the other: all their slots are filled by one claim.
      await new Promise(setImmediate);
      this.#woken = false;
      await this.#fillSlots();
    }
    if (!this.#stopped) this.#poll = setTimeout(() => this.wake(), this.options.pollMs);
  }

  async #fillSlots(): Promise<void> {
    const { slots, claimAtOnce, heldBytes } = this.options;
    const free = Math.min(slots - this.#running.size, claimAtOnce);
    this.#saturated = free <= 0 || this.#heldBytes >= heldBytes;
    if (this.#saturated) return;
    const claimedFrom = this.parts.monotonic();
    const claims = await this.#claim(free);
    for (const claim of claims) this.#run(claim, claimedFrom);
    // As many as were wanted: there may be more.
    this.#woken ||= claims.length === free;
  }

  async #claim(free: number): Promise<readonly Claim[]> {
    try {
      const claims = await this.parts.queue.claim(free, [...this.#held]);
      this.#failing = false;
      return claims;
    } catch (error) {
      if (!this.#failing) this.parts.log.error(errorFields(error), 'the queue cannot be read');
      this.#failing = true;
      return [];
    }
  }

  #run(claim: Claim, claimedFrom: number): void {
    this.#heldBytes += claim.questionBytes;
    this.#held.add(claim.jobId);
    const done = this.#draft(claim, claimedFrom).finally(() => {
      this.#heldBytes -= claim.questionBytes;
      this.#running.delete(done);
      this.#held.delete(claim.jobId);
      if (this.#saturated && !this.#stopped) this.wake();
    });
    this.#running.add(done);
  }

  /** A job that fails here keeps its claim until the lease is over, which is the pause before the next try. */
  async #draft(claim: Claim, claimedFrom: number): Promise<void> {
    const { parts, options } = this;
    const lease = keepLease(() => parts.queue.renew(claim), options.leaseMs, claimedFrom, parts.monotonic);
    const signals = { leaseLost: lease.signal, cutOff: this.#graceOver.signal };
    try {
      if (this.#stopped) await parts.queue.giveBack(claim);
      else await draftOneJob(heldJob(claim, claimedFrom, signals, parts.monotonic), this.#frozen());
    } catch (error) {
      parts.log.error({ ...errorFields(error), ...namesOf(claim) }, 'a job could not be drafted');
    } finally {
      lease.release();
    }
  }

  /** Whatever changes while a job is drafted, it has one configuration. */
  #frozen(): DraftingParts {
    return { ...this.parts, configuration: this.configuration() };
  }

  async #idle(): Promise<void> {
    await Promise.all(this.#running);
  }
}

const namesOf = ({ job }: Claim) => ({
  namespace: job.namespace,
  interactionId: job.interactionId,
  ordinal: job.ordinal,
});
