import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { StackError } from './stack-settings.js';

/** A process of the stack: one service, or the broker. Its output goes to a log file alone. */
export interface StackProcess {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves with the exit code, null after a signal. */
  readonly exited: Promise<number | null>;
  isRunning(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** SIGTERM, and SIGKILL when that is not enough after 35 s: a service gives itself 30. */
  stop(): Promise<void>;
}

export interface ProcessPlan {
  readonly name: string;
  /** A compiled module below `dist/`. */
  readonly script: string;
  readonly args?: readonly string[];
  /** Options of Node itself. */
  readonly nodeArgs?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
}

const stopMs = 35_000;

/** Spawns it and returns at once; whoever calls owns the process from here on. */
export function startProcess(plan: ProcessPlan): StackProcess {
  const child = spawn(process.execPath, [...(plan.nodeArgs ?? []), plan.script, ...(plan.args ?? [])], {
    env: { ...inherited(), ...plan.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C reaches the stack, which stops its processes in order.
    detached: true,
  });
  const log = createWriteStream(plan.logFile, { flags: 'a', mode: 0o600 });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  void exited.then(() => log.end());
  return handle(plan, child, exited);
}

function handle(plan: ProcessPlan, child: ChildProcess, exited: Promise<number | null>): StackProcess {
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    if (!isRunning()) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await exited;
    clearTimeout(timer);
  };
  return {
    name: plan.name,
    pid: child.pid ?? 0,
    logFile: plan.logFile,
    exited,
    isRunning,
    signal: (signal) => void child.kill(signal),
    stop,
  };
}

const system = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'];
const traces = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS'];

/** What a child needs of our own environment; its settings and secrets are given by name. */
function inherited(): Record<string, string> {
  return environmentOf([...system, ...traces]);
}

/** Those of the named variables that are set here. */
export function environmentOf(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Waits until the check holds; a process that ends before is reported with the end of its log. */
export async function waitUntilUp(
  child: StackProcess,
  isUp: () => Promise<boolean>,
  limits: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const deadline = Date.now() + limits.timeoutMs;
  while (!(await isUp())) {
    limits.signal?.throwIfAborted();
    if (!child.isRunning()) throw new StackError(`${child.name} did not start: ${await lastWords(child.logFile)}`);
    if (Date.now() > deadline) {
      throw new StackError(`${child.name} is not ready after ${limits.timeoutMs / 1000} s; see ${child.logFile}`);
    }
    await pause(50);
  }
}

async function lastWords(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-3).join(' | ') || `no output; see ${logFile}`;
}
