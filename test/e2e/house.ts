import { chmod } from 'node:fs/promises';

import { Kafka, logLevel, Partitioners, type Producer } from 'kafkajs';

import { type Configuration, type IncomingRecord, topicsWith } from '#libs/contracts';
import { kafkaTail } from '#libs/event-flow';
import { eventually, resetBroker, tempDir } from '#libs/testkit';

import { type Script, type ScriptedProvider, startScriptedProvider } from '../../examples/scripted-provider/index.js';
import { portsOf } from '../../tools/stack/stack-settings.js';
import { type Stack, startStack } from '../../tools/stack/start-stack.js';
import { defaultConfiguration } from '../../tools/stack/default-configuration.js';

/** The whole house in processes of its own, watched from outside with a stranger's client. */
export interface House {
  readonly stack: Stack;
  readonly provider: ScriptedProvider;
  /** Every record seen on the watched topics, oldest first for each partition. */
  readonly seen: readonly IncomingRecord[];
  readonly producer: Producer;
  /** Publishes to any topic, as whoever can reach the broker could. */
  publish(
    topic: string,
    value: string | Buffer | null,
    headers?: Record<string, string | string[]>,
    key?: string,
  ): Promise<void>;
  /** Publishes a bare question on the intake topic. */
  ask(question: Readonly<Record<string, unknown>>): Promise<void>;
  /** The client events of an interaction, in `sequence` order, once there are that many. */
  clientEvents(interactionId: string, count?: number): Promise<readonly ClientEvent[]>;
  /** The dead letters whose original value holds the text, once there is one. */
  deadLetters(part: string): Promise<readonly { topic: string; code: string }[]>;
  /** A call on delivery with the local token. */
  call(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

export interface ClientEvent {
  readonly id: string;
  readonly type: string;
  readonly topic: string;
  readonly data: Readonly<Record<string, unknown>> & { interactionId: string; sequence: number };
  readonly bytes: Buffer;
}

export interface HouseOptions {
  readonly configure?: (base: Configuration, provider: ScriptedProvider) => Configuration;
  readonly script?: Script;
  readonly env?: Parameters<typeof startStack>[0]['env'];
}

const anything: Script = { model: 'scripted-e2e', rules: [{ match: '', replies: [{ kind: 'status', status: 400 }] }] };

export async function startHouse(options: HouseOptions = {}): Promise<House> {
  const dir = await tempDir('house');
  await chmod(dir.path, 0o711);
  const provider = await startScriptedProvider({ script: options.script ?? anything });
  const configure = (tokenDigest: string) => {
    const base = defaultConfiguration(tokenDigest);
    return options.configure?.(base, provider) ?? base;
  };
  const shared = process.env['KAFKA_BROKERS']?.split(',');
  const channels = configure('').channels.map(({ id }) => id);
  const topics = topicsWith(channels).map(({ name }) => name);
  if (shared) await resetBroker(shared, topics);
  const stack = await startStack({
    settings: {
      dataDir: dir.path,
      kafka: shared ? { brokers: shared } : { port: 0 },
      databaseUrl: null,
      httpPorts: portsOf(() => 0),
      configurationFile: null,
    },
    configure,
    ...(options.env ? { env: options.env } : {}),
  });
  const kafka = new Kafka({ clientId: 'stranger', brokers: [...stack.brokers], logLevel: logLevel.NOTHING });
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  const seen: IncomingRecord[] = [];
  const tailed = topics.filter((name) => !name.startsWith('ledger.') && name !== 'config.changed.v1');
  const tail = await kafkaTail(
    { brokers: stack.brokers, clientId: 'watcher', createTopics: false },
    tailed,
    (record) => void seen.push(record),
    { fromBeginning: true },
  );
  const publish: House['publish'] = async (topic, value, headers = {}, key) => {
    await producer.send({ topic, messages: [{ key: key ?? null, value, headers }] });
  };
  const stop = async () => {
    await tail.stop();
    await producer.disconnect();
    await stack.stop();
    await provider.close();
    await dir.remove();
  };
  return {
    stack,
    provider,
    seen,
    producer,
    publish,
    ask: (question) =>
      publish('questions.asked.v1', JSON.stringify(question), {}, `default/${String(question['interactionId'])}`),
    clientEvents: (interactionId, count = 1) =>
      eventually(
        () => {
          const found = clientEventsIn(seen).filter(({ data }) => data.interactionId === interactionId);
          expect(found.length).toBeGreaterThanOrEqual(count);
          return found.sort((a, b) => a.data.sequence - b.data.sequence);
        },
        { timeoutMs: 30_000, because: `${interactionId} has ${count} client events` },
      ),
    deadLetters: (part) =>
      eventually(
        () => {
          const found = seen.filter(
            ({ topic, value }) => topic.startsWith('dlq.') && (value?.toString() ?? '').includes(part),
          );
          expect(found).not.toEqual([]);
          return found.map((record) => ({ topic: record.topic, code: headerOf(record, 'dl_code') ?? '' }));
        },
        { timeoutMs: 30_000, because: `a dead letter holds ${part}` },
      ),
    call: (path, init = {}) =>
      fetch(`${stack.urls.delivery}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${stack.files.token}`, 'content-type': 'application/json', ...init.headers },
      }),
    stop,
  };
}

export function clientEventsIn(records: readonly IncomingRecord[]): ClientEvent[] {
  return records
    .filter(({ topic, value }) => topic.startsWith('published.') && value !== null)
    .map((record) => ({
      id: headerOf(record, 'ce_id') ?? '',
      type: headerOf(record, 'ce_type') ?? '',
      topic: record.topic,
      data: JSON.parse(record.value!.toString()) as ClientEvent['data'],
      bytes: record.value!,
    }));
}

export const headerOf = (record: IncomingRecord, name: string): string | undefined =>
  record.headers.find(([found]) => found === name)?.[1]?.toString();
