import { type Refusal } from '#libs/contracts';
import { assertNever } from '#libs/kernel';

import { Pace } from '../pace.js';
import { type FetchedBatch } from '../ports/consumer-runner.port.js';
import { type Delivery, Drain, type Remembered } from './drain.js';
import { type Handling } from './handling.port.js';
import { afterBlockedBurial, nextStep, type Step, type Verdict } from './next-step.js';
import { type RunnerObserver } from './runner-observer.port.js';
import { UnitPicker } from './unit-picker.js';
import { UnitSignals } from './unit-signals.js';

export interface RunnerLimits {
  readonly bugTries: number;
  readonly graceMs: number;
  /** Milliseconds after which a record's signal is aborted. */
  readonly deadlineMs: number;
  /** Milliseconds between two heartbeats, and two commits. */
  readonly tickMs: number;
  /** Milliseconds from one fetch to the next, at least. */
  readonly paceMs: number;
}

/** A batch whose every record waits longer than this is given back, so that other partitions are fetched. */
const longWaitMs = 1_000;

/** Writes a dead letter; rejects when it could not. */
export type PostDeadLetter = (delivery: Delivery, refusal: Refusal) => Promise<void>;

/**
 * DRAIN mode: a fetched batch is worked off inside kafkajs' eachBatch with bounded concurrency, order kept in each
 * lane, heartbeats alive, and the contiguous finished prefix committed. On a rebalance or a stop nothing new starts,
 * what flows is finished within the grace time, its prefix committed, and the rest comes again.
 */
export class SubscriptionRunner {
  private readonly drains = new Set<Drain>();
  private readonly unitStarts = new Set<number>();
  private readonly signals: UnitSignals;
  private readonly picker: UnitPicker;
  private readonly pace: Pace;
  private stopping = false;
  private interruption: { readonly error: unknown } | null = null;
  private pausedUntil = 0;
  /** By partition, of batches that were given back while some of their records waited. */
  private readonly remembered = new Map<number, Remembered>();

  constructor(
    private readonly handling: Handling,
    private readonly post: PostDeadLetter,
    private readonly observer: RunnerObserver,
    private readonly limits: RunnerLimits,
  ) {
    this.picker = new UnitPicker(handling);
    this.pace = new Pace(limits.paceMs);
    this.signals = new UnitSignals(limits.deadlineMs);
  }

  async drain(batch: FetchedBatch): Promise<void> {
    if (this.stopping) return;
    if (this.drains.size === 0) this.interruption = null;
    const drain = new Drain(batch, this.remembered.get(batch.partition));
    this.remembered.delete(batch.partition);
    if (this.interruption) drain.close();
    this.drains.add(drain);
    const ticker = this.startTicker(drain);
    const fetchOver = this.pace.roundOver();
    try {
      // A fetch gives the batches of its partitions in one breath: they are taken together.
      queueMicrotask(() => this.pump());
      await drain.ended;
      // The partitions of a fetch end together: one commit request for all.
      if (!drain.isClosing) await fetchOver;
      await drain.commit();
    } finally {
      clearInterval(ticker);
      this.drains.delete(drain);
    }
    if (this.interruption) throw this.interruption.error;
  }

  /** The first unfinished record of each partition that flows. */
  unfinished(): Delivery[] {
    return [...this.drains].flatMap((drain) => drain.firstUnfinished ?? []);
  }

  /** Starts nothing new; whatever still runs after the grace time is aborted and given back. */
  stop(): void {
    this.stopping = true;
    this.closeDrains();
    setTimeout(() => this.signals.abortAll(), this.limits.graceMs).unref();
  }

  private closeDrains(): void {
    for (const drain of this.drains) drain.close();
    const overdue = [...this.drains];
    setTimeout(() => overdue.forEach((drain) => drain.close(true)), this.limits.graceMs).unref();
  }

  private startTicker(drain: Drain): NodeJS.Timeout {
    let busy = false;
    return setInterval(() => {
      if (busy || this.checkStuck()) return;
      busy = true;
      void this.tick(drain).finally(() => (busy = false));
    }, this.limits.tickMs);
  }

  private async tick(drain: Drain): Promise<void> {
    try {
      await drain.heartbeat();
    } catch (error) {
      return this.interrupt(error);
    }
    // A commit that fails is tried again with the next tick; if the membership is over, the heartbeat will say so.
    await drain.commit().catch(() => undefined);
  }

  /** A handler far past its deadline has hung: without heartbeats the partition goes to somebody else. */
  private checkStuck(): boolean {
    const isStuck = Date.now() - Math.min(...this.unitStarts) > 2 * this.limits.deadlineMs;
    this.observer.stuck(isStuck);
    return isStuck;
  }

  private interrupt(error: unknown): void {
    if (this.interruption) return;
    this.interruption = { error };
    this.remembered.clear();
    this.closeDrains();
  }

  private pump(): void {
    const now = Date.now();
    while (!this.stopping && now >= this.pausedUntil && this.unitStarts.size < this.handling.unitsAtOnce) {
      const unit = this.picker.pick(this.drains, now);
      if (unit.length === 0) return;
      void this.run(unit);
    }
  }

  private async run(unit: readonly Delivery[]): Promise<void> {
    const started = this.uniqueStart();
    this.observer.inFlight(unit.length);
    const unitSignal = this.signals.start();
    const verdicts = await this.handling.handle(
      unit.map(({ record }) => record),
      unitSignal.signal,
    );
    unitSignal.release();
    await Promise.all(unit.map((delivery, index) => this.settle(delivery, verdicts[index])));
    this.observer.inFlight(-unit.length);
    this.unitStarts.delete(started);
    // The ticks may have ended with the partitions.
    this.checkStuck();
    this.pump();
    for (const drain of new Set(unit.map((delivery) => delivery.drain))) this.giveBackIfWaiting(drain);
  }

  /** In an outage nothing else could go on: the batches stay, and so do their heartbeats. */
  private giveBackIfWaiting(drain: Drain): void {
    const now = Date.now();
    const ms = drain.waitMs(now);
    if (ms >= longWaitMs && now >= this.pausedUntil) this.remembered.set(drain.partition, drain.giveBack(ms));
  }

  /** The start time as the unit's identity, moved by fractions where two start in one millisecond. */
  private uniqueStart(): number {
    let start = Date.now();
    while (this.unitStarts.has(start)) start += 0.001;
    this.unitStarts.add(start);
    return start;
  }

  private async settle(delivery: Delivery, verdict: Verdict = { kind: 'alone' }): Promise<void> {
    const step = nextStep(verdict, delivery, { bugTries: this.limits.bugTries, poison: !this.handling.runs });
    this.observer.stepped(delivery, step, verdict.kind === 'threw' ? verdict.error : undefined);
    await this.take(delivery, step);
  }

  private async take(delivery: Delivery, step: Step): Promise<void> {
    switch (step.kind) {
      case 'finish':
        return delivery.drain.finish(delivery);
      case 'deadLetter':
        return this.bury(delivery, step.refusal);
      case 'alone':
        delivery.alone = true;
        return delivery.drain.putBack(delivery);
      case 'wait':
        delivery.bugs += step.because === 'bug' ? 1 : 0;
        delivery.waits += step.because === 'retry' ? 1 : 0;
        return this.putBackFor(delivery, step.ms);
      case 'pause':
        this.pausedUntil = Math.max(this.pausedUntil, Date.now() + step.ms);
        delivery.waits += 1;
        delivery.alone = delivery.waits > 1;
        return this.putBackFor(delivery, step.ms);
      default:
        return assertNever(step);
    }
  }

  private async bury(delivery: Delivery, refusal: Refusal): Promise<void> {
    delivery.firstFailure ??= new Date().toISOString();
    try {
      await this.post(delivery, refusal);
      this.observer.buried(delivery, refusal);
      delivery.drain.finish(delivery);
    } catch (error) {
      this.observer.buryBlocked(delivery, error);
      await this.take(delivery, afterBlockedBurial(error, delivery));
    }
  }

  private putBackFor(delivery: Delivery, ms: number): void {
    delivery.firstFailure ??= new Date().toISOString();
    delivery.notBefore = Date.now() + ms;
    delivery.drain.putBack(delivery);
    setTimeout(() => this.pump(), ms + 1).unref();
  }
}
