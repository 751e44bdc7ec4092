import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

import { RecordRefusedError } from '../failures/failures.js';
import { type EventPublisher, type OutgoingRecord } from '../ports/event-publisher.port.js';

interface Waiting {
  readonly records: readonly OutgoingRecord[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Records that wait, together at most, so that one send does not grow without bound. */
const mostTogether = 500;

/** With so many a send is worth its request; it does not wait for more. */
const enough = 32;

/**
 * One send in flight: what finishes in the meantime goes together with the next. A send also waits as long as every
 * turn of the event loop brings more, for a request costs more than a record; alone, a record waits one empty turn.
 */
export class GroupedPublisher {
  private waiting: Waiting[] = [];
  private sending = false;

  constructor(private readonly publisher: EventPublisher) {}

  /** Resolves when the broker has them; rejects as EventPublisher does. */
  send(records: readonly OutgoingRecord[]): Promise<void> {
    if (records.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.waiting.push({ records, resolve, reject });
      void this.flush();
    });
  }

  private async flush(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    while (this.waiting.length > 0) {
      await this.gather();
      await this.sendGroup(this.waiting.splice(0, mostTogether));
    }
    this.sending = false;
  }

  private async gather(): Promise<void> {
    let before = 0;
    while (before < this.waiting.length && this.waiting.length < enough) {
      before = this.waiting.length;
      await turnOfTheLoop();
    }
  }

  private async sendGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await this.publisher.publish(group.flatMap(({ records }) => records));
      for (const { resolve } of group) resolve();
    } catch (error) {
      // One record that the broker refuses must not take its neighbours with it.
      if (error instanceof RecordRefusedError && group.length > 1) {
        for (const one of group) await this.sendGroup([one]);
      } else {
        for (const { reject } of group) reject(error);
      }
    }
  }
}
