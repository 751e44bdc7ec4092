import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type ScriptedProvider, startScriptedProvider } from '../../examples/scripted-provider/index.js';
import { demoConfiguration } from '../../tools/demo/demo-configuration.js';
import { type Configure } from '../../tools/stack/data-folder.js';
import { portsOf, type StackSettings } from '../../tools/stack/stack-settings.js';
import { type Stack, startStack } from '../../tools/stack/start-stack.js';
import { slowModel } from './questions.js';

/** The house in processes of its own, with a slow provider, to be put under load. */
export interface LoadedHouse {
  readonly stack: Stack;
  readonly provider: ScriptedProvider;
  /** Stops everything; resolves to the sessions that the broker let expire, null where it is not the embedded one. */
  stop(): Promise<number | null>;
}

export interface HouseLoad {
  /** Milliseconds before the provider's first byte. */
  readonly delayMs: number;
  /** Calls at once. */
  readonly slots: number;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  /** Brokers and database that run already, or the embedded ones. */
  readonly at: Pick<StackSettings, 'kafka' | 'databaseUrl'>;
}

export async function startLoadedHouse({ delayMs, slots, say, signal, at }: HouseLoad): Promise<LoadedHouse> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imprimatur-bench-'));
  // The database's own user passes through it; keys and logs lie in folders that are closed.
  await chmod(dataDir, 0o711);
  const provider = await startScriptedProvider({ script: slowModel(delayMs) });
  const cleanUp = async () => {
    await provider.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const settings = { ...at, dataDir, httpPorts: portsOf(() => 0), configurationFile: null };
  const env = { generation: { GENERATION_CALL_SLOTS: String(slots) } };
  try {
    const configure = patientConfiguration(provider.baseUrl);
    const stack = await startStack({ settings, configure, env, say, signal });
    return { stack, provider, stop: () => stopHouse(stack, cleanUp) };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** The demo's model with time for a provider that shares a busy machine: a call cut short here would be our doing. */
function patientConfiguration(baseUrl: string): Configure {
  return (tokenDigest) => {
    const base = demoConfiguration(baseUrl)(tokenDigest);
    const patient = { callMs: 120_000, idleMs: 60_000 };
    const profiles = base.profiles.map((profile) =>
      profile.adapter === 'openai' ? { ...profile, limits: { ...profile.limits, ...patient } } : profile,
    );
    return { ...base, profiles };
  };
}

async function stopHouse(stack: Stack, cleanUp: () => Promise<void>): Promise<number | null> {
  await stack.stop();
  const expired = stack.broker && sessionsExpired(await readFile(stack.broker.logFile, 'utf8'));
  await cleanUp();
  return expired;
}

/** @throws Error where the broker did not say it: then nobody knows. */
function sessionsExpired(log: string): number {
  const counts = [...log.matchAll(/^sessions expired: (\d+)$/gm)].map(([, count]) => Number(count));
  if (counts.length === 0) throw new Error('the broker was not stopped in order: its count of sessions is missing');
  return counts.reduce((sum, count) => sum + count, 0);
}
