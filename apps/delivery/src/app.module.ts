import { type DataSource } from 'typeorm';

import { type Configuration } from '#libs/contracts';
import { createEventFlow, type EventFlow, kafkaReadOne } from '#libs/event-flow';
import { type KeySet } from '#libs/seal';
import {
  type HostParts,
  openDatabase,
  PeriodicWorker,
  replayAnswer,
  type ServiceComposition,
  type ServiceDefinition,
  type WatchedFile,
  type Worker,
} from '#libs/service-host';

import { openKeySetFile } from './adapters/files/key-set-file.js';
import { countOpenQuestions } from './adapters/postgres/count-open-questions.js';
import { postgresEarlyArrivals } from './adapters/postgres/postgres-early-arrivals.js';
import { postgresLateOutcomes } from './adapters/postgres/postgres-late-outcomes.js';
import { postgresOverdueQuestions } from './adapters/postgres/postgres-overdue-questions.js';
import { postgresQuestionStore } from './adapters/postgres/postgres-question-store.js';
import { postgresQuestionViews } from './adapters/postgres/postgres-question-views.js';
import { postgresReplayLog } from './adapters/postgres/postgres-replay-log.js';
import { sweepQuestions } from './adapters/postgres/sweep-questions.js';
import { deliveryMetrics } from './adapters/prometheus/delivery-metrics.js';
import { keyMetrics } from './adapters/prometheus/key-metrics.js';
import { deliveryMigrations, deliveryRows } from './database.js';
import { openConfiguration } from './domain/open-configuration.js';
import { expireOverdue } from './expire-overdue/expire-overdue.js';
import { DeliveryHttpModule } from './http/delivery-http.module.js';
import { Interactions } from './http/interactions.js';
import { LiveStreams } from './http/live-streams.js';
import { type CallOwner, ownerCalls } from './http/owner-calls.js';
import { Replays } from './http/replays.js';
import { type LifePorts } from './life/life-ports.js';
import { createReleaseGuard } from './release/release-guard.js';
import { DeliverySettings } from './settings.js';
import { subscriptions } from './subscriptions.js';

/** What the client sees: one outcome for each question. */
export const delivery: ServiceDefinition<DeliverySettings> = {
  service: 'delivery',
  settings: DeliverySettings,
  compose,
};

const clock = (): number => Date.now();
const everyMs = { streams: 250, deadlines: 500, keys: 1_000, contents: 600_000 };

async function compose(settings: DeliverySettings, host: HostParts): Promise<ServiceComposition> {
  const keys = await openKeySetFile(settings.KEY_SET_FILE);
  const dataSource = await openDatabase({
    url: settings.DATABASE_URL,
    service: 'delivery',
    rows: deliveryRows,
    migrations: deliveryMigrations,
    poolSize: settings.DATABASE_POOL,
    log: host.log,
  });
  return composeOn(dataSource, keys, settings, host);
}

function composeOn(
  dataSource: DataSource,
  keys: WatchedFile<KeySet>,
  settings: DeliverySettings,
  host: HostParts,
): ServiceComposition {
  const { log } = host;
  const configuration = () => openConfiguration(host.configuration.current(), flow.openChannels());
  const meter = deliveryMetrics(host.metrics, () => countOpenQuestions(dataSource));
  keyMetrics(host.metrics, keys);
  const life: LifePorts = {
    questions: postgresQuestionStore,
    early: postgresEarlyArrivals,
    late: postgresLateOutcomes,
    keys,
    meter,
  };
  const views = postgresQuestionViews(dataSource);
  const interactions = new Interactions({ views, keys, configuration, clock });
  const streams = new LiveStreams(interactions, views, settings.STREAMS_AT_MOST);
  const look = new PeriodicWorker({ name: 'streams', everyMs: everyMs.streams, round: () => streams.look(), log });
  const flow: EventFlow = flowOf(dataSource, { life, configuration }, host, () => look.wake());
  const intake = { life, transactions: flow.transactions, clock, tracing: host.tracing };
  const replays = new Replays({
    intake,
    views,
    log: postgresReplayLog(dataSource),
    configuration,
    read: (place) => kafkaReadOne(host.kafka, 'delivery', place),
    callOwner: callOwner(flow, settings),
  });
  const module = DeliveryHttpModule.of({
    configuration,
    requestsPerMinute: settings.REQUESTS_PER_MINUTE,
    intake,
    interactions,
    streams,
    replays,
    keys,
  });
  const workers = [...roundsOf(dataSource, life, flow, keys, host), streamWorker(look, streams)];
  return { module, flow, workers, release: [() => dataSource.destroy()] };
}

function flowOf(
  dataSource: DataSource,
  { life, configuration }: { life: LifePorts; configuration: () => Configuration },
  { configuration: source, kafka, log, metrics, tracing, onFatal }: HostParts,
  onReleased: () => void,
): EventFlow {
  return createEventFlow({
    service: 'delivery',
    kafka,
    subscriptions: subscriptions(life, configuration),
    dataSource,
    channels: () => source.current().channels.map(({ id }) => id),
    releaseGuard: createReleaseGuard({ ...life, clock, onReleased }),
    log,
    metrics,
    tracing,
    onFatal,
  });
}

/** Its own dead letters it takes itself; jury and ledger have none that could be taken again. */
function callOwner(flow: EventFlow, { GENERATION_URL, VALIDATION_URL }: DeliverySettings): CallOwner {
  const call = ownerCalls({ generation: GENERATION_URL, validation: VALIDATION_URL });
  return async (service, place, authorization) =>
    service === 'delivery' ? replayAnswer(await flow.replay(place)) : call(service, place, authorization);
}

function roundsOf(
  dataSource: DataSource,
  { questions }: LifePorts,
  flow: EventFlow,
  keys: WatchedFile<KeySet>,
  { log }: HostParts,
): Worker[] {
  const overdue = postgresOverdueQuestions(dataSource);
  const rounds = {
    deadlines: async () => void (await expireOverdue({ overdue, questions, flow, clock })),
    keys: () => keys.refresh(),
    contents: async () => void (await sweepQuestions(dataSource)),
  };
  return (Object.keys(rounds) as (keyof typeof rounds)[]).map(
    (name) => new PeriodicWorker({ name, everyMs: everyMs[name], round: rounds[name], log }),
  );
}

/** Streams end before the server closes: their clients come back to another instance. */
function streamWorker(look: PeriodicWorker, streams: LiveStreams): Worker {
  return {
    name: look.name,
    start: () => look.start(),
    readiness: () => look.readiness(),
    stop: async () => {
      streams.endAll();
      await look.stop();
    },
  };
}
