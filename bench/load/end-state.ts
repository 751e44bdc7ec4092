import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { deadLetterTopicName, type Service, services } from '#libs/contracts';
import { consumerGroup, kafkaReadAll, kafkaTopicAdmin } from '#libs/event-flow';

import { type Stack } from '../../tools/stack/start-stack.js';
import { type ScrapeSample } from './house-watch.js';
import { kafkaOf } from './kafka-of.js';

/** Which service consumes which topic, by the services' own metrics. */
export function consumersIn(samples: readonly ScrapeSample[]): Map<Service, string[]> {
  const last = samples.at(-1)?.metrics ?? {};
  return new Map(services.map((service) => [service, [...(last[service]?.lag.keys() ?? [])]]));
}

/** Waits until no group has lag by the broker's account, at most so long; resolves to what is left. */
export async function untilNoLag(
  stack: Stack,
  consumers: ReadonlyMap<Service, readonly string[]>,
  mostMs: number,
): Promise<number> {
  const admin = await kafkaTopicAdmin(kafkaOf(stack.brokers));
  const deadline = performance.now() + mostMs;
  try {
    for (;;) {
      let lag = 0;
      for (const [service, topics] of consumers) {
        for (const topic of topics) lag += await admin.lag(consumerGroup(service, topic), topic);
      }
      if (lag === 0 || performance.now() > deadline) return lag;
      await pause(500);
    }
  } finally {
    await admin.close();
  }
}

export async function countDeadLetters(stack: Stack): Promise<number> {
  return (await kafkaReadAll(kafkaOf(stack.brokers), services.map(deadLetterTopicName))).length;
}

/** Bytes of the database, all schemas together, by PostgreSQL's own account. */
export async function databaseBytes(stack: Stack): Promise<number> {
  const client = new pg.Client({ connectionString: stack.plan('ledger').databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}

/** Bytes of all files below a folder; what goes while it is read is not counted. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
