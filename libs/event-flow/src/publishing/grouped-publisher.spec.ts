import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

import { OutageError, RecordRefusedError } from '../failures/failures.js';
import { type OutgoingRecord } from '../ports/event-publisher.port.js';
import { GroupedPublisher } from './grouped-publisher.js';

const record = (name: string): OutgoingRecord => ({ topic: name, key: null, headers: [], value: null });

/** Keeps each send open until the test lets it go. */
class HeldPublisher {
  readonly sends: string[][] = [];
  private readonly held: { resolve: () => void; reject: (error: unknown) => void }[] = [];

  publish(records: readonly OutgoingRecord[]): Promise<void> {
    this.sends.push(records.map(({ topic }) => topic));
    return new Promise((resolve, reject) => this.held.push({ resolve, reject }));
  }

  async untilSending(): Promise<void> {
    while (this.held.length === 0) await turnOfTheLoop();
  }

  async letGo(error?: unknown): Promise<void> {
    await this.untilSending();
    const next = this.held.shift();
    if (error === undefined) next?.resolve();
    else next?.reject(error);
  }

  close = () => Promise.resolve();
}

describe('grouped publisher', () => {
  it('given a send in flight, then what comes meanwhile goes together with the next', async () => {
    const held = new HeldPublisher();
    const grouped = new GroupedPublisher(held);
    const first = grouped.send([record('a')]);
    await held.untilSending();
    const sends = [first, grouped.send([record('b')]), grouped.send([record('c')])];
    await held.letGo();
    await held.letGo();
    await Promise.all(sends);
    expect(held.sends).toEqual([['a'], ['b', 'c']]);
  });

  it('given one record alone, then it is sent after a turn of the loop in which nothing came', async () => {
    const held = new HeldPublisher();
    const send = new GroupedPublisher(held).send([record('alone')]);
    await turnOfTheLoop();
    expect(held.sends).toEqual([['alone']]);
    await held.letGo();
    await send;
  });

  it('given no end of what finishes, then a send does not wait for it', async () => {
    const held = new HeldPublisher();
    const grouped = new GroupedPublisher(held);
    const sends: Promise<void>[] = [];
    for (let made = 0; made < 200; made += 1) {
      const next = turnOfTheLoop();
      sends.push(grouped.send([record(String(made))]));
      await next;
    }
    expect(held.sends.map(({ length }) => length)).toEqual([32]);
    await held.letGo();
    await held.letGo();
    await Promise.all(sends);
  });

  it('given an outage, then everybody in the send hears of it', async () => {
    const held = new HeldPublisher();
    const send = new GroupedPublisher(held).send([record('a')]);
    const failure = send.catch((error: unknown) => error);
    await held.letGo(new OutageError('kafka.away'));
    expect(await failure).toEqual(new OutageError('kafka.away'));
  });

  it('given a record that the broker refuses, then its neighbours are sent without it', async () => {
    const held = new HeldPublisher();
    const grouped = new GroupedPublisher(held);
    const first = grouped.send([record('first')]);
    await held.untilSending();
    const neighbour = grouped.send([record('neighbour')]);
    const refused = grouped.send([record('refused')]).catch((error: unknown) => error);
    await held.letGo();
    await held.letGo(new RecordRefusedError('kafka.record_too_large'));
    await held.letGo();
    await held.letGo(new RecordRefusedError('kafka.record_too_large'));
    await Promise.all([first, neighbour]);
    expect(await refused).toBeInstanceOf(RecordRefusedError);
    expect(held.sends).toEqual([['first'], ['neighbour', 'refused'], ['neighbour'], ['refused']]);
  });

  it('given nothing to send, then nobody is asked', async () => {
    const held = new HeldPublisher();
    await new GroupedPublisher(held).send([]);
    expect(held.sends).toEqual([]);
  });
});
