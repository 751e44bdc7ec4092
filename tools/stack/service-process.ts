import { join } from 'node:path';

import { type Service } from '#libs/contracts';

import { environmentOf, type StackProcess, startProcess, waitUntilUp } from './child-process.js';
import { type StackFiles } from './data-folder.js';
import { distModule } from './dist-module.js';

export interface ServicePlan {
  readonly port: number;
  /** Where the services answer, for the one that calls others. */
  readonly urls: Readonly<Record<Service, string>>;
  readonly brokers: readonly string[];
  readonly databaseUrl: string;
  readonly files: StackFiles;
  /** The variables that the profiles of the configuration name as their secrets. */
  readonly secrets: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const readyMs = 60_000;

/**
 * Where the heap may become 2 GB and more, as it may by default on a large machine, V8 lets it grow to four times what
 * is alive before it collects; under this limit to about one and a half times. A service has some 60 MB alive.
 */
const heapLimits = ['--max-old-space-size=512', '--max-semi-space-size=8'];

/** Starts one service. Each gets the secrets that it needs and no other. */
export function startService(service: Service, plan: ServicePlan): StackProcess {
  return startProcess({
    name: service,
    script: distModule('apps', service, 'src', 'main.js'),
    nodeArgs: heapLimits,
    env: { ...settingsOf(service, plan), ...plan.env },
    logFile: join(plan.files.logDir, `${service}.log`),
  });
}

/** Resolves when `/health/ready` says so. */
export function untilServiceIsReady(child: StackProcess, port: number, signal?: AbortSignal): Promise<void> {
  return waitUntilUp(child, () => isReady(`http://127.0.0.1:${port}`), { timeoutMs: readyMs, signal });
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/health/ready`).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status === 200;
}

function settingsOf(
  service: Service,
  { port, urls, brokers, databaseUrl, files, secrets }: ServicePlan,
): Record<string, string> {
  const common = {
    KAFKA_BROKERS: brokers.join(','),
    HTTP_PORT: String(port),
  };
  switch (service) {
    case 'generation':
      return { ...common, DATABASE_URL: databaseUrl, ...environmentOf(secrets) };
    case 'validation':
      return { ...common, SIGNING_KEY_FILE: files.signingKeyFile };
    case 'jury':
      return common;
    case 'ledger':
      return {
        ...common,
        DATABASE_URL: databaseUrl,
        CONFIGURATION_FILE: files.configurationFile,
        LEDGER_MASTER_KEYS_FILE: files.masterKeysFile,
      };
    case 'delivery':
      return {
        ...common,
        DATABASE_URL: databaseUrl,
        KEY_SET_FILE: files.keySetFile,
        GENERATION_URL: urls.generation,
        VALIDATION_URL: urls.validation,
      };
  }
}
