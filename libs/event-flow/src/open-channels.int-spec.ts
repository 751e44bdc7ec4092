import { channelTopic } from '#libs/contracts';
import { eventually, testBroker, type TestBroker } from '#libs/testkit';

import { type KafkaSettings } from './event-flow.port.js';
import { kafkaTopicAdmin } from './kafka/topic-admin.js';
import { OpenChannels } from './open-channels.js';

describe('open channels', () => {
  let broker: TestBroker;
  let configured: string[];
  let warned: unknown[];
  const log = { info: () => undefined, warn: (fields: unknown) => void warned.push(fields), error: () => undefined };

  beforeEach(async () => {
    [configured, warned] = [['web', 'desk'], []];
    broker = await testBroker(['web', 'desk', 'mail'].map((channel) => channelTopic(channel).name));
  });
  afterEach(() => broker.stop());

  const kafka = (createTopics: boolean): KafkaSettings => ({ brokers: broker.brokers, clientId: 'test', createTopics });
  const channelsOf = (createTopics: boolean) =>
    new OpenChannels({ kafka: kafka(createTopics), configured: () => configured, log });

  async function withAdmin<T>(work: (admin: Awaited<ReturnType<typeof kafkaTopicAdmin>>) => Promise<T>): Promise<T> {
    const admin = await kafkaTopicAdmin(kafka(false));
    return work(admin).finally(() => admin.close());
  }
  const make = (channel: string) => withAdmin((admin) => admin.ensureTopics([channelTopic(channel)]));

  it('given one topic of two, then the other channel is pending, and told once', async () => {
    await make('web');
    const channels = channelsOf(false);
    expect(await withAdmin((admin) => channels.look(admin))).toEqual(['web']);
    expect(await withAdmin((admin) => channels.look(admin))).toEqual([]);
    expect([channels.list(), warned]).toEqual([['web'], [{ channels: ['desk'] }]]);
  });

  it('given a channel that is configured later, then it opens once its topic is there', async () => {
    const channels = channelsOf(false);
    const [opened, stopping] = [[] as string[], new AbortController()];
    const looking = channels.keepLooking((channel) => void opened.push(channel), stopping.signal);
    configured = ['mail'];
    await make('mail');
    await eventually(() => expect(opened).toEqual(['mail']), { timeoutMs: 15_000 });
    stopping.abort();
    await looking;
    expect(channels.list()).toEqual(['mail']);
  });

  it('given a broker where services make topics, then it makes them', async () => {
    const channels = channelsOf(true);
    expect(await withAdmin((admin) => channels.look(admin))).toEqual(['web', 'desk']);
    expect(await withAdmin((admin) => admin.missingTopics([channelTopic('desk').name]))).toEqual([]);
  });
});
