import { readFile } from 'node:fs/promises';

import { channelTopicName, type Service, services, type Topic, topics } from '#libs/contracts';
import { consumerGroup } from '#libs/event-flow';
import { type KeySet, readKeySet, verifyAnswerBytes } from '#libs/seal';

import { type BenchHouse } from '../bench-house.js';
import { type SeenRecord } from '../broker-view.js';
import { channel } from '../load.js';
import { cpuMsOf, postgresCpuMs } from '../process-cpu.js';
import { until } from '../until.js';
import { type CpuReading } from './lane.js';

/** One in so many published answers is verified. */
const sampleEvery = 25;

/** What the lanes through the product share: its CPU, its lag, its seals. */
export function cpuOfHouse({ stack, postmaster }: BenchHouse): CpuReading {
  const running = services.filter((service) => stack.process(service).isRunning());
  return {
    services: Object.fromEntries(running.map((service) => [service, cpuMsOf(stack.process(service).pid)])),
    broker: cpuMsOf(stack.broker?.pid ?? NaN),
    postgres: postgresCpuMs(postmaster),
  };
}

/** Resolves when the service has committed all that lies in the topics it reads. */
export function untilWithoutLag({ view }: BenchHouse, service: Service): Promise<void> {
  const read = topicsOf(service);
  const isDone = async () => (await view.lag((topic) => consumerGroup(service, topic), read)) === 0;
  return until(`${service} has no lag`, isDone, { everyMs: 50 });
}

function topicsOf(service: Service): string[] {
  const table: readonly Topic[] = topics;
  const listed = table.filter(({ readers }) => readers.includes(service)).map(({ name }) => name);
  const flowing = ['questions.asked.v1', 'answers.drafted.v1', 'answers.approved.v1', 'answers.rejected.v1'];
  const client = service === 'ledger' ? [channelTopicName(channel)] : [];
  return [...listed.filter((name) => flowing.includes(name)), ...client];
}

export async function keysOf({ stack }: BenchHouse): Promise<KeySet> {
  const keys = readKeySet(JSON.parse(await readFile(stack.files.keySetFile, 'utf8')));
  if (!keys.ok) throw new Error(`the key set cannot be read: ${keys.failure.code}`);
  return keys.value;
}

/** @throws Error when an answer of the sample is no answer, or its seal does not verify */
export async function assertSealed(keys: KeySet, outputs: readonly SeenRecord[]): Promise<void> {
  for (const { key, value } of outputs.filter((_, at) => at % sampleEvery === 0)) {
    const verified = await verifyAnswerBytes(value, keys);
    if (!verified.ok) throw new Error(`${key} came out as something else than a sealed answer: ${verified.failure}`);
  }
}
