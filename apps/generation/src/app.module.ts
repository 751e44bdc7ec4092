import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import { type DynamicModule } from '@nestjs/common';
import { type DataSource } from 'typeorm';

import { createEventFlow, type EventFlow } from '#libs/event-flow';
import {
  type HostParts,
  openDatabase,
  PeriodicWorker,
  type ServiceComposition,
  type ServiceDefinition,
} from '#libs/service-host';

import { clientsByAdapter } from './adapters/model-clients/model-clients.js';
import { countOpenJobs } from './adapters/postgres/count-open-jobs.js';
import { postgresAttemptRecord } from './adapters/postgres/postgres-attempt-record.js';
import { postgresJobFiling } from './adapters/postgres/postgres-job-filing.js';
import { PostgresJobQueue } from './adapters/postgres/postgres-job-queue.js';
import { sweepJobs } from './adapters/postgres/sweep-jobs.js';
import { wakeOnCommit } from './adapters/postgres/wake-on-commit.js';
import { draftMetrics } from './adapters/prometheus/draft-metrics.js';
import { generationMigrations, generationRows } from './database.js';
import { DraftWorker } from './draft-worker/draft-worker.js';
import { inLine } from './draft-worker/in-line.js';
import { Line } from './draft-worker/line.js';
import { GenerationSettings } from './settings.js';
import { subscriptions } from './subscriptions.js';

/** A question becomes a job, a job becomes a draft. */
export const generation: ServiceDefinition<GenerationSettings> = {
  service: 'generation',
  settings: GenerationSettings,
  compose,
};

class GenerationModule {}
const withoutHttp: DynamicModule = { module: GenerationModule };
const pollMs = 500;
/** A question under way takes about five times its size, as text, prompt and request: some 120 MB at most. */
const heldBytes = 24 * 1024 * 1024;
const claimAtOnce = 32;
const purgeMs = 600_000;

async function compose(settings: GenerationSettings, host: HostParts): Promise<ServiceComposition> {
  const dataSource = await openDatabase({
    url: settings.DATABASE_URL,
    service: 'generation',
    rows: generationRows,
    migrations: generationMigrations,
    poolSize: settings.DATABASE_POOL,
    log: host.log,
  });
  const flow = flowOf(dataSource, host);
  const drafting = draftWorker(dataSource, flow, settings, host);
  wakeOnCommit(dataSource, () => drafting.wake());
  const purge = new PeriodicWorker({
    name: 'purge',
    everyMs: purgeMs,
    round: async () => void (await sweepJobs(dataSource)),
    log: host.log,
  });
  return { module: withoutHttp, flow, workers: [drafting, purge], release: [() => dataSource.destroy()] };
}

function flowOf(
  dataSource: DataSource,
  { configuration, kafka, log, metrics, tracing, onFatal }: HostParts,
): EventFlow {
  return createEventFlow({
    service: 'generation',
    kafka,
    subscriptions: subscriptions(postgresJobFiling, () => configuration.current()),
    dataSource,
    log,
    metrics,
    tracing,
    onFatal,
  });
}

function draftWorker(
  dataSource: DataSource,
  { transactions }: EventFlow,
  settings: GenerationSettings,
  { configuration, log, metrics, tracing, secret }: HostParts,
): DraftWorker {
  const { GENERATION_CALL_SLOTS: slots, GENERATION_LEASE_MS: leaseMs, GENERATION_STOP_GRACE_MS: graceMs } = settings;
  const database = {
    queue: new PostgresJobQueue(dataSource, { worker: `${hostname()}/${randomUUID()}`, leaseMs }),
    attempts: postgresAttemptRecord(dataSource, leaseMs),
    transactions,
  };
  const parts = {
    ...inLine(database, new Line(Math.floor(settings.DATABASE_POOL / 2))),
    models: clientsByAdapter(secret),
    meter: draftMetrics(metrics, () => countOpenJobs(dataSource)),
    log,
    tracing,
    monotonic: () => performance.now(),
  };
  return new DraftWorker(parts, () => configuration.current(), {
    slots,
    heldBytes,
    claimAtOnce,
    leaseMs,
    graceMs,
    pollMs,
  });
}
