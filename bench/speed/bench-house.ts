import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { changesBetween, configurationAt, type ConfigurationSnapshot, emptyConfigurationLog } from '#libs/contracts';

import { type StackProcess, startProcess, waitUntilUp } from '../../tools/stack/child-process.js';
import { distModule } from '../../tools/stack/dist-module.js';
import { claimPort } from '../../tools/stack/ports.js';
import { readStackConfiguration } from '../../tools/stack/stack-configuration.js';
import { portsOf } from '../../tools/stack/stack-settings.js';
import { type Stack, type StackOptions, startStack } from '../../tools/stack/start-stack.js';
import { benchConfiguration } from './bench-configuration.js';
import { BrokerView } from './broker-view.js';
import { answer, load, model } from './load.js';

/** The whole product in its own processes, a provider that answers at once, and a stranger's view of the broker. */
export interface BenchHouse {
  readonly dataDir: string;
  readonly stack: Stack;
  readonly view: BrokerView;
  readonly configuration: ConfigurationSnapshot;
  readonly provider: { readonly baseUrl: string; readonly process: StackProcess };
  /** The PID of the postmaster. */
  readonly postmaster: number;
  /** Starts a further program of the bench; it ends with the house. */
  spawn(name: string, script: string, args: readonly string[]): StackProcess;
  /** Run when the house stops, latest first, before its own processes. */
  readonly atStop: (() => Promise<void>)[];
  stop(): Promise<void>;
}

/** @param env more settings for single services, by the house's data folder */
export async function startBenchHouse(
  say: (line: string) => void,
  signal: AbortSignal,
  env: (dataDir: string) => NonNullable<StackOptions['env']> = () => ({}),
): Promise<BenchHouse> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imprimatur-bench-'));
  // The database's own user passes through it; keys and logs lie in folders that are closed.
  await chmod(dataDir, 0o711);
  const atStop: (() => Promise<void>)[] = [() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })];
  const stop = async () => {
    for (const one of atStop.splice(0).reverse()) await one();
  };
  const spawn = (name: string, script: string, args: readonly string[]) => {
    const child = startProcess({ name, script, args, env: {}, logFile: join(dataDir, `${name}.log`) });
    atStop.push(() => child.stop());
    return child;
  };
  try {
    const provider = await startProvider(dataDir, spawn);
    const configure = benchConfiguration(provider.baseUrl);
    const httpPorts = portsOf(() => 0);
    const settings = { dataDir, kafka: { port: 0 }, databaseUrl: null, httpPorts, configurationFile: null };
    const stack = await startStack({ settings, configure, say, signal, env: env(dataDir) });
    atStop.push(() => stack.stop());
    const view = await BrokerView.open(stack.brokers);
    atStop.push(() => view.close());
    const configuration = seeded(await readStackConfiguration(stack.files.configurationFile));
    const postmaster = await postmasterOf(stack.files.databaseDir);
    return { dataDir, stack, view, configuration, provider, postmaster, spawn, atStop, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The file as the services have it once the ledger has written it. */
function seeded(file: ConfigurationSnapshot): ConfigurationSnapshot {
  const read = configurationAt(changesBetween(emptyConfigurationLog, file));
  if (!read.ok) throw new Error(`the configuration of the bench is refused at ${read.failure.pointer}`);
  return read.value;
}

async function startProvider(dataDir: string, spawn: BenchHouse['spawn']): Promise<BenchHouse['provider']> {
  const script = {
    model,
    rules: [{ match: '', replies: [{ kind: 'message', content: answer, chunks: load.chunks }] }],
  };
  const file = join(dataDir, 'script.json');
  await writeFile(file, JSON.stringify(script));
  const port = await claimPort(0, 'the provider', 'none');
  const process = spawn('provider', distModule('examples', 'scripted-provider', 'main.js'), [file, String(port)]);
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  await waitUntilUp(process, () => isThere(baseUrl), { timeoutMs: 20_000 });
  return { baseUrl, process };
}

async function isThere(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  await response?.body?.cancel();
  return response !== undefined;
}

async function postmasterOf(databaseDir: string): Promise<number> {
  const lines = await readFile(join(databaseDir, 'cluster', 'postmaster.pid'), 'utf8');
  return Number(lines.split('\n')[0]);
}
