import { type IncomingRecord } from '#libs/contracts';
import { ok } from '#libs/kernel';

import { type OutgoingRecord } from '../ports/event-publisher.port.js';
import { GroupedPublisher } from '../publishing/grouped-publisher.js';
import { done } from '../slice.js';
import { type DirectSubscription } from '../subscription.js';
import { directHandling } from './direct.js';

const { signal } = new AbortController();
const record = (offset: number): IncomingRecord => ({
  topic: 'answers.drafted.v1',
  partition: 0,
  offset: String(offset),
  timestamp: '0',
  key: null,
  headers: [],
  value: null,
});
const handlingOf = (
  handle: DirectSubscription['handle'],
  send: (records: readonly OutgoingRecord[]) => Promise<void> = async () => undefined,
) =>
  directHandling(
    {
      mode: 'direct',
      topic: 'answers.drafted.v1',
      read: (read) => ok({ envelope: { id: 'e', source: 's', type: 't', time: '' }, data: null, record: read }),
      handle,
    },
    {
      clusterId: 'c',
      concurrency: 16,
      assertWritable: ({ topic }) => {
        if (topic !== 'answers.approved.v1') throw new Error('not ours');
      },
      send,
    },
  );

describe('a direct subscription', () => {
  it('given many units that start in one tick, then each slice has a turn of the event loop of its own', async () => {
    let turn = 0;
    let next = setImmediate(function count() {
      turn += 1;
      next = setImmediate(count);
    });
    const turns: number[] = [];
    const handling = handlingOf(() => (turns.push(turn), done()));
    await Promise.all(Array.from({ length: 16 }, (_, offset) => handling.handle([record(offset)], signal)));
    clearImmediate(next);
    expect([turns.length, new Set(turns).size]).toEqual([16, 16]);
  });

  it('given slices that begin turn by turn, then what they produce goes in one send', async () => {
    const publish = jest.fn<Promise<void>, [readonly OutgoingRecord[]]>(async () => undefined);
    const grouped = new GroupedPublisher({ publish, close: async () => undefined });
    const event = { id: 'i', topic: 'answers.approved.v1', key: 'k', headers: {}, value: Buffer.from('{}') };
    const handling = handlingOf(
      async () => done(event),
      (records) => grouped.send(records),
    );
    await Promise.all(Array.from({ length: 16 }, (_, offset) => handling.handle([record(offset)], signal)));
    expect(publish.mock.calls.map(([records]) => records.length)).toEqual([16]);
  });

  it('given an event for a topic that the service may not write, then nothing is sent, and it is a bug', async () => {
    const send = jest.fn(async () => undefined);
    const event = { id: 'i', key: 'k', headers: {}, value: Buffer.from('{}') };
    const emitting = (topic: string) => handlingOf(() => done({ ...event, topic }), send).handle([record(0)], signal);
    expect(await emitting('published.web.v1')).toEqual([{ kind: 'threw', error: new Error('not ours') }]);
    expect(send).not.toHaveBeenCalled();
    expect(await emitting('answers.approved.v1')).toEqual([{ kind: 'finished' }]);
    expect(send).toHaveBeenCalledTimes(1);
  });
});
