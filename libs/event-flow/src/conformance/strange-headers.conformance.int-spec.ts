import { kafkaReadAll } from '../index.js';
import { ConformanceHouse, largeTopic, record, smallTopic } from './conformance-house-spec.js';

jest.setTimeout(60_000);

describe('headers with names that a plain object inherits', () => {
  let house: ConformanceHouse;
  beforeEach(async () => (house = await ConformanceHouse.open()));
  afterEach(() => house.close());

  const names = ['toString', 'valueOf', 'constructor', '__proto__', 'hasOwnProperty'];
  const headers = names.map((name) => [name, Buffer.from('sent')] as const);

  it('given a record of anybody with them, then each has the value that was sent and no other', async () => {
    const producer = house.stranger.producer();
    await producer.connect();
    const named = Object.assign(Object.create(null) as object, Object.fromEntries(headers));
    await producer.send({ topic: smallTopic, messages: [{ key: 'key', value: 'value', headers: { ...named } }] });
    await producer.disconnect();
    const [found] = await kafkaReadAll(house.kafka, [smallTopic]);
    expect(found?.headers).toEqual(headers);
  });

  it('given twenty thousand headers, then they are read in one pass', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => [`h${index}`, Buffer.alloc(0)] as const);
    await house.publish({ ...record(largeTopic, 'key', 'value'), headers: [...many, ...headers] });
    const [found] = await kafkaReadAll(house.kafka, [largeTopic]);
    expect(found?.headers).toHaveLength(many.length + headers.length);
  });

  it('given one that we publish, then it comes back as it was', async () => {
    await house.publish({ ...record(smallTopic, 'key', 'value'), headers: [...headers, ...headers] });
    const [found] = await kafkaReadAll(house.kafka, [smallTopic]);
    expect(found?.headers).toEqual(headers.flatMap((header) => [header, header]));
  });
});
