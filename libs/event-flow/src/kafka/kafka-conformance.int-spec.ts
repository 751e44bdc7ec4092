import { topicNamed, type Topic } from '#libs/contracts';
import { eventually, freePort, testBroker, type TestBroker } from '#libs/testkit';

import { type KafkaSettings } from '../event-flow.port.js';
import { OutageError, RecordRefusedError } from '../failures/failures.js';
import { type OutgoingRecord } from '../ports/event-publisher.port.js';
import { kafkaPublisher } from './publisher.js';
import { kafkaReadAll } from './read-all.js';
import { kafkaTail } from './tail.js';
import { kafkaTopicAdmin } from './topic-admin.js';

jest.setTimeout(30_000);

const topic = topicNamed('answers.retracted.v1') as Topic;
const record = (key: string | null, value: Buffer | null): OutgoingRecord => ({
  topic: topic.name,
  key: key === null ? null : Buffer.from(key),
  headers: [],
  value,
});

describe('kafka', () => {
  let broker: TestBroker;
  let settings: KafkaSettings;
  beforeEach(async () => {
    broker = await testBroker([topic.name]);
    settings = { brokers: broker.brokers, clientId: 'imprimatur-test', createTopics: true };
  });
  afterEach(() => broker.stop());

  const withAdmin = async <T>(work: (admin: Awaited<ReturnType<typeof kafkaTopicAdmin>>) => Promise<T>): Promise<T> => {
    const admin = await kafkaTopicAdmin(settings);
    return work(admin).finally(() => admin.close());
  };

  it('given several who make the same topics at once, then all succeed, and doing it again changes nothing', async () => {
    await Promise.all([1, 2, 3].map(() => withAdmin((admin) => admin.ensureTopics([topic]))));
    await withAdmin((admin) => admin.ensureTopics([topic]));
    expect(await withAdmin((admin) => admin.missingTopics([topic.name, 'no.such.topic.v1']))).toEqual([
      'no.such.topic.v1',
    ]);
  });

  it('given records, then they come back as they were: no key, no value, repeated headers, binary bytes', async () => {
    await withAdmin((admin) => admin.ensureTopics([topic]));
    const publisher = kafkaPublisher(settings);
    const headers = [
      ['a', Buffer.from([0, 255])],
      ['a', Buffer.from('again')],
      ['b', Buffer.from('')],
    ] as const;
    await publisher.publish([{ ...record(null, null), headers }, record('k', Buffer.from([0, 1, 254]))]);
    await publisher.close();
    const found = await kafkaReadAll(settings, [topic.name, 'no.such.topic.v1']);
    expect(found.find(({ key }) => key === null)).toMatchObject({ value: null, headers });
    expect(found.find(({ key }) => key !== null)).toMatchObject({
      key: Buffer.from('k'),
      value: Buffer.from([0, 1, 254]),
    });
  });

  it('given a record above the limit, then it is refused with a code, and the publisher goes on', async () => {
    await withAdmin((admin) => admin.ensureTopics([topic]));
    const publisher = kafkaPublisher(settings);
    const huge = record('k', Buffer.alloc(topic.limitBytes + 128 * 1024));
    await expect(publisher.publish([huge])).rejects.toEqual(new RecordRefusedError('kafka.record_too_large'));
    await publisher.publish([record('k', Buffer.from('small'))]);
    await publisher.close();
    expect(await kafkaReadAll(settings, [topic.name])).toHaveLength(1);
  });

  it('given a group that has committed nothing, then all records are lag', async () => {
    await withAdmin((admin) => admin.ensureTopics([topic]));
    const publisher = kafkaPublisher(settings);
    await publisher.publish(['a', 'b', 'c'].map((key) => record(key, Buffer.from(key))));
    await publisher.close();
    expect(await withAdmin((admin) => admin.lag('imprimatur.delivery.none', topic.name))).toBe(3);
  });

  it('given a tail from now on, then only what comes later is seen', async () => {
    await withAdmin((admin) => admin.ensureTopics([topic]));
    const publisher = kafkaPublisher(settings);
    await publisher.publish([record('a', Buffer.from('before'))]);
    const seen: string[] = [];
    const tail = await kafkaTail(settings, [topic.name], ({ value }) => seen.push(value?.toString() ?? ''));
    await publisher.publish([record('a', Buffer.from('after'))]);
    await eventually(() => expect(seen).toEqual(['after']));
    await tail.stop();
    await publisher.close();
  });

  it('given nobody listens, then it is an outage with a code and no word of the library', async () => {
    const away = { ...settings, brokers: [`127.0.0.1:${await freePort()}`] };
    await expect(kafkaTopicAdmin(away)).rejects.toEqual(new OutageError('kafka.away'));
    const publisher = kafkaPublisher(away);
    await expect(publisher.publish([record('a', null)])).rejects.toEqual(new OutageError('kafka.away'));
    await publisher.close();
  });
});
