import { randomUUID } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  Kafka,
  type KafkaMessage,
  logLevel,
  ResourcePatternTypes,
} from 'kafkajs';

import { botPrincipal, connectedTo, operatorPrincipal, servicePrincipal, upstreamPrincipal } from '#libs/contracts';
import { kafkaPublisher, kafkaReadAll, kafkaTopicAdmin } from '#libs/event-flow';
import { eventually, tempDir, type TempDir } from '#libs/testkit';

import { startService } from '../../tools/stack/service-process.js';
import { defaultConfiguration } from '../../tools/stack/default-configuration.js';
import { portsOf } from '../../tools/stack/stack-settings.js';
import { type Stack, startStack } from '../../tools/stack/start-stack.js';
import { Attempts } from './attempts.js';
import { type SecuredKafka, startSecuredKafka } from './secured-kafka.js';

const configure = (tokenDigest: string) => ({ ...defaultConfiguration(tokenDigest), upstreams: ['crm'] });
const connected = connectedTo(configure(''));
const patience = { timeoutMs: 90_000 };

describe('the house at a broker with logins and an authoriser', () => {
  let kafka: SecuredKafka;
  let dir: TempDir;
  let stack: Stack;
  const published: KafkaMessage[] = [];
  let endBot: () => Promise<void> = () => Promise.resolve();

  beforeAll(async () => {
    kafka = await startSecuredKafka(connected);
    dir = await tempDir('secured-house');
    await chmod(dir.path, 0o711);
    const { brokers, passwordsDir } = kafka;
    const rest = { databaseUrl: null, httpPorts: portsOf(() => 0), configurationFile: null };
    stack = await startStack({ settings: { dataDir: dir.path, kafka: { brokers, passwordsDir }, ...rest }, configure });
    endBot = await startBot();
  }, 300_000);

  afterAll(async () => {
    await endBot();
    await stack?.stop();
    await kafka?.stop();
    await dir?.remove();
  }, 90_000);

  /** The bot of the channel, as somebody else would write it. */
  async function startBot(): Promise<() => Promise<void>> {
    const { brokers, login } = kafka.as(botPrincipal('web'));
    const sasl = { mechanism: 'scram-sha-512' as const, ...login! };
    const consumer = new Kafka({ brokers: [...brokers], sasl, logLevel: logLevel.NOTHING }).consumer({
      groupId: 'bot.web.test',
    });
    await consumer.connect();
    await consumer.subscribe({ topic: 'published.web.v1', fromBeginning: true });
    await consumer.run({ eachMessage: ({ message }) => Promise.resolve(void published.push(message)) });
    return () => consumer.disconnect();
  }

  async function ask(interactionId: string): Promise<void> {
    const fragments = [{ id: 'f-1', text: 'The gate opens at eight.' }];
    const question = { interactionId, channel: 'web', question: 'When does the gate open?', context: { fragments } };
    const upstream = kafkaPublisher(kafka.as(upstreamPrincipal('crm')));
    const value = Buffer.from(JSON.stringify(question));
    await upstream.publish([{ topic: 'questions.asked.v1', key: Buffer.from(interactionId), headers: [], value }]);
    await upstream.close();
  }

  const typesFor = (interactionId: string) =>
    published
      .filter(({ value }) => value?.toString().includes(interactionId))
      .map(({ headers }) => headers?.['ce_type']?.toString());
  const answered = (interactionId: string) =>
    eventually(() => expect(typesFor(interactionId)).toEqual(['answer.completed.v1']), patience);
  const reasons = async () =>
    ((await (await fetch(`${stack.urls.validation}/health/ready`)).json()) as { reasons: string[] }).reasons;

  it('given an upstream that asks, then its bot reads the answer', async () => {
    const interactionId = randomUUID();
    await ask(interactionId);
    await answered(interactionId);
    expect(published.every(({ headers }) => headers?.['ce_type'] !== undefined)).toBe(true);
  }, 120_000);

  it('given the house at work, then the ledger reads every topic to its end', async () => {
    const admin = await kafkaTopicAdmin(kafka.as(servicePrincipal('ledger')));
    for (const topic of ['questions.asked.v1', 'answers.drafted.v1', 'answers.approved.v1', 'published.web.v1']) {
      await eventually(async () => expect(await admin.lag(`imprimatur.ledger.${topic}`, topic)).toBe(0), patience);
    }
    await admin.close();
  }, 120_000);

  it('given a rule that is taken away, then the service says so and waits; given back, then the answer comes and there is no dead letter', async () => {
    const operator = new Attempts(kafka.as(operatorPrincipal));
    const rule = {
      ...{ principal: `User:${servicePrincipal('validation')}`, host: '*', resourceName: 'answers.approved.v1' },
      ...{ operation: AclOperationTypes.WRITE, permissionType: AclPermissionTypes.ALLOW },
      ...{ resourceType: AclResourceTypes.TOPIC, resourcePatternType: ResourcePatternTypes.LITERAL },
    };
    expect(await operator.admin((admin) => admin.deleteAcls({ filters: [rule] }))).toBe('done');
    const interactionId = randomUUID();
    await ask(interactionId);
    await eventually(async () => expect(await reasons()).toContain('kafka.unauthorised'), patience);
    expect(typesFor(interactionId)).toEqual([]);
    expect((await kafka.apply(connected)).acls?.added).toEqual([
      'imprimatur-validation: write topic answers.approved.v1',
    ]);
    await answered(interactionId);
    await eventually(async () => expect(await reasons()).toEqual([]), patience);
    const letters = await kafkaReadAll(kafka.as(operatorPrincipal), ['dlq.generation.v1', 'dlq.validation.v1']);
    expect(letters).toEqual([]);
  }, 240_000);

  it('given a service with a wrong password, then it says so and goes on trying', async () => {
    const wrong = join(dir.path, 'wrong-password');
    await writeFile(wrong, 'guessed', { mode: 0o600 });
    await stack.process('validation').stop();
    const plan = stack.plan('validation');
    const guessing = startService('validation', { ...plan, env: { ...plan.env, KAFKA_SASL_PASSWORD_FILE: wrong } });
    await eventually(async () => expect(await reasons()).toContain('kafka.unauthenticated'), patience);
    expect(guessing.isRunning()).toBe(true);
    await guessing.stop();
    await stack.restart('validation');
    expect(await reasons()).toEqual([]);
  }, 240_000);
});
