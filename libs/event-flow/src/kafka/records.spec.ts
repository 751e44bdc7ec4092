import { type KafkaMessage } from 'kafkajs';

import { toIncoming, toMessage } from './records.js';

/** As kafkajs gathers the headers of a record (protocol/recordBatch/record/v0/decoder). */
function gathered(pairs: readonly (readonly [string, Buffer | null])[]): KafkaMessage['headers'] {
  return pairs.reduce<Record<string, unknown>>((all, [name, value]) => {
    const before = all[name];
    const joined = before === undefined ? value : Array.isArray(before) ? before.concat([value]) : [before, value];
    return { ...all, [name]: joined };
  }, {}) as KafkaMessage['headers'];
}

const value = Buffer.from('value');
const incoming = (headers: KafkaMessage['headers']) =>
  toIncoming('t', 0, { key: null, value: null, timestamp: '0', attributes: 0, offset: '0', headers } as KafkaMessage);

describe('headers', () => {
  it.each(['toString', 'valueOf', 'constructor', '__proto__', 'hasOwnProperty', 'plain'])(
    'given one named %s, once and twice, then it has the values that were sent and no other',
    (name) => {
      expect(incoming(gathered([[name, value]])).headers).toEqual([[name, value]]);
      const repeated = [
        [name, value],
        [name, null],
      ] as const;
      expect(incoming(gathered(repeated)).headers).toEqual(repeated);
    },
  );

  it('given such names to send, then each is there', () => {
    const headers = ['toString', '__proto__', 'constructor'].map((name) => [name, value] as const);
    const sent = toMessage({ topic: 't', key: null, value: null, headers }).headers ?? {};
    expect(Object.entries(sent)).toEqual(headers.map(([name]) => [name, [value]]));
  });
});
