import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } from 'kafkajs';

import {
  type BrokerPrincipal,
  brokerPrincipals,
  channelOfTopic,
  services,
  servicePrincipal,
  type Topic,
  topicsWith,
} from '#libs/contracts';

import { Attempts } from './attempts.js';
import { type SecuredKafka, startSecuredKafka } from './secured-kafka.js';

const connected = { channels: ['web', 'shop'], upstreams: ['crm'] };
const topics = topicsWith(connected.channels);
const principals = brokerPrincipals(connected);
const nameOf = ({ name }: { name: string }) => name;

/** What the topic table says, read once more and by hand: not by the function that makes the rules. */
function stands(principal: BrokerPrincipal, parties: readonly string[], topic: string): boolean {
  if (principal.party === 'bot' && principal.channel !== channelOfTopic(topic)) return false;
  return parties.includes(principal.party);
}
const mayWrite = (principal: BrokerPrincipal, { name, producers }: Topic) => stands(principal, producers, name);
const mayRead = (principal: BrokerPrincipal, { name, readers }: Topic) =>
  principal.party === 'operator' ? name.startsWith('dlq.') : stands(principal, readers, name);

describe('the rules of the broker', () => {
  let kafka: SecuredKafka;
  const tries = new Map<string, Attempts>();
  const as = (principal: string): Attempts => {
    const found = tries.get(principal) ?? new Attempts(kafka.as(principal));
    tries.set(principal, found);
    return found;
  };

  beforeAll(async () => {
    kafka = await startSecuredKafka(connected);
    await kafka.apply(connected);
  }, 180_000);

  afterAll(async () => {
    for (const one of tries.values()) await one.close();
    await kafka.stop();
  }, 60_000);

  it.each(principals.map((principal) => [principal.name, principal] as const))(
    '%s writes what the table says and nothing else',
    async (name, principal) => {
      for (const topic of topics) {
        const expected = mayWrite(principal, topic) ? 'done' : 'TOPIC_AUTHORIZATION_FAILED';
        expect(`${topic.name} ${await as(name).write(topic.name)}`).toBe(`${topic.name} ${expected}`);
      }
    },
    120_000,
  );

  it.each(principals.map((principal) => [principal.name, principal] as const))(
    '%s reads what the table says and nothing else',
    async (name, principal) => {
      for (const topic of topics) {
        const expected = mayRead(principal, topic) ? 'done' : 'TOPIC_AUTHORIZATION_FAILED';
        const outcome = await as(name).read(topic.name, `${principal.groupPrefix}reads.${topic.name}`);
        expect(`${topic.name} ${outcome}`).toBe(`${topic.name} ${expected}`);
      }
    },
    300_000,
  );

  it.each(principals.map((principal) => [principal.name, principal] as const))(
    '%s joins the groups of its own prefix and no other',
    async (name, principal) => {
      const readable = topics.find((topic) => mayRead(principal, topic))!;
      for (const other of [...principals.map(({ groupPrefix }) => groupPrefix), 'imprimatur.', 'bot.web-two.', '']) {
        const expected = other === principal.groupPrefix ? 'done' : 'GROUP_AUTHORIZATION_FAILED';
        const outcome = await as(name).join(`${other}joins`, readable.name);
        expect(`${other} ${outcome}`).toBe(`${other} ${expected}`);
      }
    },
    120_000,
  );

  it.each(principals.map((principal) => [principal.name, principal] as const))(
    '%s makes topics only if it is the operator, and those of the table alone',
    async (name, { party }) => {
      const outcomes = await Promise.all(
        [...topics.map(nameOf), 'answers.other.v1'].map((one) => as(name).createTopic(one)),
      );
      const allowed = topics.map(() => (party === 'operator' ? 'done' : 'TOPIC_AUTHORIZATION_FAILED'));
      expect(outcomes).toEqual([...allowed, 'TOPIC_AUTHORIZATION_FAILED']);
    },
    120_000,
  );

  it.each(principals.map((principal) => [principal.name, principal] as const))(
    '%s changes no topic, and no rule unless it is the operator',
    async (name, { party }) => {
      const topic = 'answers.approved.v1';
      const acl = {
        ...{ principal: 'User:nobody', host: '*', resourceType: AclResourceTypes.TOPIC, resourceName: topic },
        ...{ operation: AclOperationTypes.READ, permissionType: AclPermissionTypes.DENY },
        resourcePatternType: ResourcePatternTypes.LITERAL,
      };
      const configEntries = [{ name: 'retention.ms', value: '1000' }];
      const partitions = [{ partition: 0, offset: '-1' }];
      const refused = 'TOPIC_AUTHORIZATION_FAILED';
      const { admin } = { admin: as(name).admin.bind(as(name)) };
      expect(await admin((it) => it.deleteTopics({ topics: [topic] }))).toBe(refused);
      expect(await admin((it) => it.createPartitions({ topicPartitions: [{ topic, count: 24 }] }))).toBe(refused);
      expect(
        await admin((it) =>
          it.alterConfigs({ validateOnly: false, resources: [{ type: 2, name: topic, configEntries }] }),
        ),
      ).toBe(refused);
      expect(await admin((it) => it.deleteTopicRecords({ topic, partitions }))).not.toBe('done');
      const rules = party === 'operator' ? 'done' : 'CLUSTER_AUTHORIZATION_FAILED';
      expect(await admin((it) => it.createAcls({ acl: [acl] }))).toBe(rules);
      expect(await admin((it) => it.deleteAcls({ filters: [acl] }))).toBe(rules);
    },
    120_000,
  );

  describe('the refusals that matter most', () => {
    const refused = 'TOPIC_AUTHORIZATION_FAILED';

    it('a bot reads neither a draft nor a dead letter, nor another channel', async () => {
      for (const topic of ['answers.drafted.v1', 'dlq.generation.v1', 'dlq.delivery.v1', 'published.shop.v1']) {
        expect(await as('imprimatur-bot-web').read(topic, 'bot.web.curious')).toBe(refused);
      }
    });

    it('a bot joins no group of a service', async () => {
      const group = 'imprimatur.delivery.answers.approved.v1';
      expect(await as('imprimatur-bot-web').join(group, 'published.web.v1')).toBe('GROUP_AUTHORIZATION_FAILED');
    });

    it.each(['imprimatur-generation', 'imprimatur-ledger', 'imprimatur-operator', 'imprimatur-upstream-crm'])(
      '%s approves nothing',
      async (principal) => expect(await as(principal).write('answers.approved.v1')).toBe(refused),
    );

    it('nobody but delivery publishes', async () => {
      for (const { name } of principals) {
        const expected = name === servicePrincipal('delivery') ? 'done' : refused;
        expect(`${name} ${await as(name).write('published.web.v1')}`).toBe(`${name} ${expected}`);
      }
    });

    it('no service looks into the dead letters of the ledger', async () => {
      for (const service of services) {
        expect(await as(servicePrincipal(service)).read('dlq.ledger.v1', `imprimatur.${service}.curious`)).toBe(
          refused,
        );
      }
    });
  });

  it('given rules that nobody wants any more, when they are applied again, then those are gone and the rest stays', async () => {
    const bot = () => as('imprimatur-bot-shop').read('published.shop.v1', 'bot.shop.late');
    const stray = {
      ...{ principal: 'User:imprimatur-ledger', host: '*', resourceName: 'answers.approved.v1' },
      ...{ operation: AclOperationTypes.WRITE, permissionType: AclPermissionTypes.ALLOW },
      ...{ resourceType: AclResourceTypes.TOPIC, resourcePatternType: ResourcePatternTypes.LITERAL },
    };
    await as('imprimatur-operator').admin((admin) => admin.createAcls({ acl: [stray] }));
    const less = await kafka.apply({ ...connected, channels: ['web'] });
    expect(less.acls?.added).toEqual([]);
    expect(less.acls?.removed).toContain('imprimatur-ledger: write topic answers.approved.v1');
    expect(less.acls?.removed).toContain('imprimatur-bot-shop: read topic published.shop.v1');
    expect(await bot()).toBe('TOPIC_AUTHORIZATION_FAILED');
    expect((await kafka.apply(connected)).acls?.removed).toEqual([]);
    expect((await kafka.apply(connected)).acls).toEqual({ added: [], removed: [] });
    expect(await bot()).toBe('done');
  }, 60_000);

  it('given a password that is wrong, then nobody comes in', async () => {
    const { login, ...settings } = kafka.as('imprimatur-delivery');
    const wrong = new Attempts({ ...settings, login: { ...login!, password: 'guessed' } });
    expect(await wrong.write('published.web.v1')).toBe('KafkaJSSASLAuthenticationError');
  });
});
