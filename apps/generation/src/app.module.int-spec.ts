import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';

import {
  answerDraftedV1,
  eventId,
  type IncomingRecord,
  type Question,
  questionDigest,
  readEvent,
} from '#libs/contracts';
import { kafkaPublisher, type KafkaSettings, kafkaTail, type Tail } from '#libs/event-flow';
import { type RunningService, runService } from '#libs/service-host';
import {
  eventually,
  seedConfiguration,
  testBroker,
  type TestBroker,
  testDatabase,
  type TestDatabase,
} from '#libs/testkit';

import { startScriptedProvider, type ScriptedProvider } from '../../../examples/scripted-provider/index.js';
import { generation } from './app.module.js';
import { configurationWith, scriptedProfile } from './fixtures/configuration.fixture-spec.js';
import { newQuestion } from './fixtures/trial.fixture-spec.js';

const topics = [
  'config.changed.v1',
  'questions.asked.v1',
  'answers.drafted.v1',
  'answers.repair-requested.v1',
  'dlq.generation.v1',
];

describe('the generation service', () => {
  let broker: TestBroker;
  let database: TestDatabase;
  let provider: ScriptedProvider;
  let service: RunningService;
  let kafka: KafkaSettings;
  let tail: Tail;
  let log = '';
  const seen: IncomingRecord[] = [];

  beforeAll(async () => {
    [broker, database] = await Promise.all([testBroker(topics), testDatabase('generation')]);
    kafka = { brokers: broker.brokers, clientId: 'imprimatur-spec', createTopics: true };
    const reply = { kind: 'message', content: '{"answer":"{{canary}}"}' } as const;
    provider = await startScriptedProvider({
      script: { model: 'scripted-test', rules: [{ match: '', replies: [reply] }] },
    });
    await seedConfiguration(broker.brokers, configurationWith(scriptedProfile({ baseUrl: provider.baseUrl })));
    const environment = {
      KAFKA_BROKERS: broker.brokers.join(','),
      KAFKA_CREATE_TOPICS: 'true',
      DATABASE_URL: database.url,
      OUTBOUND_LOOPBACK: 'true',
      HTTP_PORT: '0',
    };
    const logTo = new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk);
        done();
      },
    });
    service = await runService(generation, environment, { logTo });
    await eventually(() => assertReady(service), {
      timeoutMs: 30_000,
    });
    tail = await kafkaTail(kafka, ['answers.drafted.v1', 'dlq.generation.v1'], (record) => seen.push(record), {
      fromBeginning: true,
    });
  }, 60_000);

  afterAll(async () => {
    await tail?.stop();
    await service?.close();
    await provider?.close();
    await broker?.stop();
    await database?.drop();
  }, 60_000);

  async function publish(value: string): Promise<void> {
    const publisher = kafkaPublisher(kafka);
    const record = { topic: 'questions.asked.v1', key: null, headers: [], value: Buffer.from(value) };
    await publisher.publish([record]);
    await publisher.close();
  }

  const recordWith = (topic: string, text: string) =>
    eventually(() => {
      const found = seen.find((record) => record.topic === topic && record.value?.includes(text));
      if (found === undefined) throw new Error(`no record of ${topic}`);
      return found;
    });

  it('given a bare question, then one draft with the raw response, its event derived from the job', async () => {
    const question: Question = newQuestion();
    await publish(JSON.stringify(question));
    const record = await recordWith('answers.drafted.v1', question.interactionId);
    const read = readEvent(record, answerDraftedV1, 'test');
    if (!read.ok) throw new Error(read.failure.code);
    const { data, envelope } = read.value;
    expect(envelope.id).toBe(eventId(`default/${question.interactionId}`, 'answers.drafted.v1', 0));
    expect(data.questionDigest).toBe(questionDigest(question));
    expect(data.outcome).toMatchObject({ kind: 'response', model: 'scripted-test' });
    expect(record.key?.toString()).toBe(`default/${question.interactionId}`);
  });

  it('given the same question again, then no second call', async () => {
    const question = newQuestion();
    await publish(JSON.stringify(question));
    await publish(JSON.stringify(question));
    await recordWith('answers.drafted.v1', question.interactionId);
    const other = newQuestion();
    await publish(JSON.stringify(other));
    await recordWith('answers.drafted.v1', other.interactionId);
    const calls = provider.requests.filter(({ marker }) => marker?.includes(question.interactionId));
    expect(calls).toHaveLength(1);
  });

  const refused: [string, (id: string) => string, string][] = [
    ['broken JSON', (id) => `{"interactionId":"${id}"`, 'event.not_json'],
    [
      'an unknown member',
      (id) => JSON.stringify({ ...newQuestion({ interactionId: id }), extra: 1 }),
      'question.unknown_member',
    ],
    [
      'an unknown channel',
      (id) => JSON.stringify(newQuestion({ interactionId: id, channel: 'nowhere' })),
      'question.unknown_channel',
    ],
    [
      'a member not built',
      (id) => JSON.stringify(newQuestion({ interactionId: id, retrieval: { strategy: 'keyword', limit: 1 } })),
      'not_supported_yet',
    ],
  ];
  it.each(refused)('given %s, then a dead letter with its code', async (_what, write, code) => {
    const id = randomUUID();
    await publish(write(id));
    const record = await recordWith('dlq.generation.v1', id);
    expect(record.headers.find(([name]) => name === 'dl_code')?.[1]?.toString()).toBe(code);
  });

  it('given all this, then metrics count it, and neither they nor the log hold a canary', async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/imprimatur_generation_attempts_total\{[^}]*state="RECEIVED"[^}]*\} [1-9]/);
    expect(metrics).toMatch(/imprimatur_generation_open_jobs\{[^}]*state="QUEUED"[^}]*\} 0/);
    const canaries = provider.requests.map(({ canary }) => canary);
    expect(canaries.length).toBeGreaterThan(0);
    for (const canary of canaries) expect(metrics + log).not.toContain(canary);
    expect(log).not.toContain('whose check breaks');
  });
});

async function assertReady({ url }: RunningService): Promise<void> {
  const { status } = await fetch(`${url}/health/ready`);
  if (status !== 200) throw new Error(`not ready: ${status}`);
}
