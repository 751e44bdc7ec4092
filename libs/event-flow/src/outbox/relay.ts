import { setTimeout as pause } from 'node:timers/promises';

import { type DataSource } from 'typeorm';

import { backoffMs } from '../failures/backoff.js';
import { type KafkaReason } from '../failures/failures.js';
import { reasonOf } from '../failures/reason-of.js';
import { Pace, paceMs } from '../pace.js';
import { type EventPublisher } from '../ports/event-publisher.port.js';
import { eventRecord } from '../publishing/event-record.js';
import { eventOf, type UnsentRow } from './outbox.js';
import { type RelayGate } from './relay-gate.js';
import { RelaySession } from './relay-session.js';

export type RelayHold = KafkaReason | 'database.away' | 'relay.stopped';

export interface RelayObserver {
  /** null: it relays, or holds itself ready to. */
  held(reason: RelayHold | null, error?: unknown): void;
  relayed(topic: string, count: number): void;
}

/** How often it looks for rows and free shards when nobody wakes it. */
const pollMs = 1_000;
const notifyAfterMs = 20;

/**
 * Brings the outbox to Kafka. A batch is always the first unsent rows in the order of their ids, sent whole and then
 * marked: whoever sends, and however often, no key is ever seen out of the order of its first occurrences.
 */
export class Relay {
  private readonly stopping = new AbortController();
  private readonly pace = new Pace(paceMs);
  private session: RelaySession | undefined;
  private running: Promise<void> = Promise.resolve();
  private wakeUp: () => void = () => undefined;
  private woken = false;
  private notifying: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly publisher: EventPublisher,
    private readonly gate: RelayGate,
    private readonly observer: RelayObserver,
  ) {}

  start(): void {
    this.running = this.supervise();
  }

  /** Events were filed in this process: relays now what is its own, and tells the others soon. */
  wake(): void {
    this.nudge();
    this.notifying ??= setTimeout(() => {
      this.notifying = undefined;
      void this.session?.notifyOthers().catch(() => undefined);
    }, notifyAfterMs).unref();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.nudge();
    clearTimeout(this.notifying);
    await this.running;
  }

  private nudge(): void {
    this.woken = true;
    this.wakeUp();
  }

  private async supervise(): Promise<void> {
    this.observer.held('relay.stopped');
    for (let failures = 0; !this.stopping.signal.aborted; failures += 1) {
      try {
        await this.relay(await this.openSession(), () => (failures = 0));
      } catch (error) {
        this.observer.held(holdOf(error), error);
      } finally {
        await this.session?.close();
        this.session = undefined;
      }
      await pause(backoffMs(failures), undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
    this.observer.held('relay.stopped');
  }

  private async openSession(): Promise<RelaySession> {
    this.session = await RelaySession.open(this.dataSource, () => this.nudge());
    return this.session;
  }

  private async relay(session: RelaySession, onProgress: () => void): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const roundOver = this.pace.roundOver();
      this.woken = false;
      await session.claim();
      const rows = session.shards.size === 0 ? [] : await session.unsent();
      if (rows.length > 0) await this.send(session, rows);
      this.observer.held(null);
      onProgress();
      if (rows.length === 0) await this.untilWoken();
      else await roundOver;
    }
  }

  private async send(session: RelaySession, rows: readonly UnsentRow[]): Promise<void> {
    const released = await this.gate.release(rows);
    // The gate took its time: the session, and with it the shards' locks, must be there still.
    await session.check();
    await this.publisher.publish(released.map((row) => eventRecord(eventOf(row))));
    await session.markSent(released.map(({ id }) => id));
    for (const { topic } of released) this.observer.relayed(topic, 1);
  }

  private async untilWoken(): Promise<void> {
    if (this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** A record that the broker will not take holds the relay too: the topic's limit there is not the one of our table. */
function holdOf(error: unknown): RelayHold {
  const reason = reasonOf(error);
  return reason === 'lane.waiting' ? 'relay.stopped' : reason;
}
