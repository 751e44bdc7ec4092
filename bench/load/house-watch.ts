import { setTimeout as pause } from 'node:timers/promises';

import { type Service, services } from '#libs/contracts';

import { type Stack } from '../../tools/stack/start-stack.js';
import { memoryOf } from './process-memory.js';
import { scrape, type ServiceMetrics } from './service-metrics.js';

export interface MemorySample {
  /** Milliseconds since the watch began. */
  readonly atMs: number;
  readonly nowMb: Readonly<Partial<Record<Service, number>>>;
}

export interface ScrapeSample {
  readonly atMs: number;
  readonly metrics: Readonly<Partial<Record<Service, ServiceMetrics>>>;
}

const memoryEveryMs = 1_000;
/** Three times as often as Prometheus does it by default, so that what a scrape costs is part of the load. */
const scrapeEveryMs = 5_000;

/** Reads memory from the kernel and metrics from the services while a load runs. */
export class HouseWatch {
  readonly memory: MemorySample[] = [];
  readonly scrapes: ScrapeSample[] = [];
  private readonly stopping = new AbortController();
  private readonly began = performance.now();
  private readonly running: Promise<unknown>;

  constructor(private readonly stack: Stack) {
    this.running = Promise.all([
      this.repeat(memoryEveryMs, () => this.readMemory()),
      this.repeat(scrapeEveryMs, () => this.readMetrics()),
    ]);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** The most memory that each service ever held, MiB; null where a service is gone. */
  async peaks(): Promise<Record<Service, number | null>> {
    const entries = services.map(async (service) => {
      const memory = await memoryOf(this.stack.process(service).pid);
      return [service, memory?.peakMb ?? null] as const;
    });
    return Object.fromEntries(await Promise.all(entries)) as Record<Service, number | null>;
  }

  private async repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await work();
      await pause(everyMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private async readMemory(): Promise<void> {
    const atMs = performance.now() - this.began;
    const found = await ofEach((service) => memoryOf(this.stack.process(service).pid));
    const nowMb = Object.fromEntries(Object.entries(found).map(([service, { nowMb: mb }]) => [service, mb]));
    this.memory.push({ atMs, nowMb });
  }

  private async readMetrics(): Promise<void> {
    const atMs = performance.now() - this.began;
    this.scrapes.push({ atMs, metrics: await ofEach((service) => scrape(this.stack.urls[service])) });
  }
}

async function ofEach<T>(read: (service: Service) => Promise<T | undefined>): Promise<Partial<Record<Service, T>>> {
  const entries = await Promise.all(services.map(async (service) => [service, await read(service)] as const));
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
