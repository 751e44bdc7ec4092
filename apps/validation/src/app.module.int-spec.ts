import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import { answerDraftedV1, type Configuration, type Draft, type IncomingRecord, makeSmallEvent } from '#libs/contracts';
import { eventRecord, kafkaPublisher, type KafkaSettings, kafkaTail, type Tail } from '#libs/event-flow';
import { generateSigningKey, type KeySet, readKeySet, verifyAnswerBytes } from '#libs/seal';
import { type RunningService, runService } from '#libs/service-host';
import { eventually, seedConfiguration, tempDir, type TempDir, testBroker, type TestBroker } from '#libs/testkit';

import { validation } from './app.module.js';
import { draftOf } from './domain/drafts-in-spec.js';

const topics = [
  'config.changed.v1',
  'answers.drafted.v1',
  'answers.approved.v1',
  'answers.rejected.v1',
  'dlq.validation.v1',
];
const outcomes = topics.slice(2);
const canary = 'canary-of-the-answer';
const configuration: Configuration = {
  revision: 3,
  profiles: [{ id: 'e', adapter: 'extractive', enabled: true }],
  policies: [{ id: 'p', namespace: null, channel: null, profile: 'e', allowUnprobed: [], reviewWithinMs: 60_000 }],
  channels: [{ id: 'web', namespaces: 'every' }],
  apiTokens: [],
};

describe('the validation service', () => {
  let dir: TempDir;
  let broker: TestBroker;
  let service: RunningService;
  let kafka: KafkaSettings;
  let keys: KeySet;
  let tail: Tail;
  let log = '';
  const seen: IncomingRecord[] = [];
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });

  beforeAll(async () => {
    [dir, broker] = await Promise.all([tempDir('validation'), testBroker(topics)]);
    kafka = { brokers: broker.brokers, clientId: 'imprimatur-spec', createTopics: true };
    const { privateJwk, publicJwk } = await generateSigningKey('spec-key');
    const read = readKeySet({ keys: [{ ...publicJwk, status: 'active' }] });
    if (!read.ok) throw new Error('a new key set is readable');
    keys = read.value;
    await writeFile(join(dir.path, 'key.json'), JSON.stringify(privateJwk), { mode: 0o600 });
    await seedConfiguration(broker.brokers, configuration);
    const environment = {
      KAFKA_BROKERS: broker.brokers.join(','),
      KAFKA_CREATE_TOPICS: 'true',
      HTTP_PORT: '0',
      SIGNING_KEY_FILE: join(dir.path, 'key.json'),
    };
    service = await runService(validation, environment, { logTo });
    await eventually(() => assertReady(service), { timeoutMs: 30_000 });
    tail = await kafkaTail(kafka, outcomes, (record) => seen.push(record), { fromBeginning: true });
  }, 60_000);

  afterAll(async () => {
    await tail?.stop();
    await service?.close();
    await broker?.stop();
    await dir?.remove();
  }, 60_000);

  async function publish(...drafts: Draft[]) {
    const publisher = kafkaPublisher(kafka);
    const events = drafts.map((data) =>
      makeSmallEvent({
        definition: answerDraftedV1,
        data,
        id: randomUUID(),
        source: 'urn:imprimatur:generation',
        time: new Date().toISOString(),
      }),
    );
    const tombstone = { topic: 'answers.drafted.v1', key: Buffer.from('default/gone'), headers: [], value: null };
    try {
      await publisher.publish([...events.map(eventRecord), tombstone]);
    } finally {
      await publisher.close();
    }
  }

  it('given drafts and a tombstone, then each has its one outcome and no log line holds a text', async () => {
    const good = draftOf({ answer: `${canary} [1]` }, { interactionId: 'question-good' });
    const bad = draftOf({ answer: `${canary} [9]` }, { interactionId: 'question-bad0' });
    await publish(good, bad);
    await eventually(() => expect(seen.map(({ topic }) => topic).sort()).toEqual(outcomes), {
      timeoutMs: 20_000,
    });
    const valueOn = (topic: string) => seen.find((record) => record.topic === topic)?.value ?? Buffer.alloc(0);
    const place = { interactionId: 'question-good', namespace: 'default', channel: 'web' };
    expect(await verifyAnswerBytes(valueOn('answers.approved.v1'), keys, place)).toMatchObject({ ok: true });
    expect(JSON.parse(valueOn('answers.rejected.v1').toString())).toMatchObject({ code: 'reference.unknown_marker' });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain(
      'imprimatur_validation_decisions_total{decision="reject",code="reference.unknown_marker"} 1',
    );
    expect(metrics).toContain('imprimatur_validation_decisions_total{decision="approve",code=""} 1');
    expect(log + metrics).not.toContain(canary);
  }, 30_000);
});

async function assertReady({ url }: RunningService): Promise<void> {
  const { status } = await fetch(`${url}/health/ready`);
  if (status !== 200) throw new Error(`not ready: ${status}`);
}
