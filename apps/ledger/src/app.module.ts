import { type DataSource } from 'typeorm';

import { type ConfigurationSnapshot } from '#libs/contracts';
import { createEventFlow, type KafkaSettings, kafkaTopicAdmin } from '#libs/event-flow';
import {
  type HostParts,
  loadConfiguration,
  openDatabase,
  type ServiceComposition,
  type ServiceDefinition,
} from '#libs/service-host';

import { appliedFiles } from './configuration/adapters/postgres/applied-files.js';
import { publishChanges } from './configuration/publish-changes.js';
import { seedConfiguration } from './configuration/seed-configuration.js';
import { ledgerMigrations, ledgerRows } from './database.js';
import { recordCounter } from './metrics.js';
import { openVault } from './record/adapters/crypto/vault.js';
import { recordStoreOn } from './record/adapters/postgres/record-store.js';
import { appendRuns } from './record/append-runs.js';
import { clusterIdentity } from './record/cluster-identity.js';
import { loadMasterKeys } from './record/load-master-keys.js';
import { RecordModule } from './record/record.module.js';
import { type Vault } from './record/ports/vault.port.js';
import { LedgerSettings } from './settings.js';
import { channelSubscription, subscriptions } from './subscriptions.js';

/** The record of everything that passes, and the configuration's only writer: a stopped ledger stops no answer. */
export const ledger: ServiceDefinition<LedgerSettings> = { service: 'ledger', settings: LedgerSettings, compose };

async function compose(settings: LedgerSettings, host: HostParts): Promise<ServiceComposition> {
  const file = await loadConfiguration(settings.CONFIGURATION_FILE);
  const dataSource = await openDatabase({
    url: settings.DATABASE_URL,
    service: 'ledger',
    rows: ledgerRows,
    migrations: ledgerMigrations,
    poolSize: settings.DATABASE_POOL,
    log: host.log,
  });
  try {
    const vault = openVault(await loadMasterKeys(settings.LEDGER_MASTER_KEYS_FILE, dataSource));
    return composeOn({ dataSource, vault, file }, settings, host);
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

interface LedgerParts {
  readonly dataSource: DataSource;
  readonly vault: Vault;
  readonly file: ConfigurationSnapshot;
}

function composeOn(
  { dataSource, vault, file }: LedgerParts,
  settings: LedgerSettings,
  host: HostParts,
): ServiceComposition {
  const { kafka, metrics, log } = host;
  const configuration = () => host.configuration.current();
  const clusterId = clusterIdentity(() => askClusterId(kafka));
  const slice = appendRuns({ clusterId, storeOn: recordStoreOn, vault, count: recordCounter(metrics) });
  const flow = createEventFlow({
    service: 'ledger',
    kafka,
    subscriptions: subscriptions(slice),
    channelSubscription: channelSubscription(slice),
    dataSource,
    channels: () => configuration().channels.map(({ id }) => id),
    log,
    metrics,
    tracing: host.tracing,
    onFatal: host.onFatal,
  });
  const module = RecordModule.of(dataSource, vault, { configuration, requestsPerMinute: settings.REQUESTS_PER_MINUTE });
  const prepare = seedConfiguration({
    file,
    source: host.configuration,
    applied: appliedFiles(dataSource),
    publish: publishChanges(kafka),
    log,
  });
  return { module, flow, workers: [], prepare, release: [() => dataSource.destroy()] };
}

async function askClusterId(kafka: KafkaSettings): Promise<string> {
  const admin = await kafkaTopicAdmin(kafka);
  try {
    return await admin.clusterId();
  } finally {
    await admin.close();
  }
}
