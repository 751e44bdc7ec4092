import { type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import { type FlowLog } from '#libs/event-flow';

import { type Readiness } from '../health/readiness.js';
import { errorFields } from '../log/error-fields.js';
import { type ServiceComposition, type Worker } from '../service.js';

/**
 * The order of leaving: readiness off, workers stop; then Nest closes HTTP and the event flow, which commits and
 * leaves its group; only then pools are released, since all of these still needed them.
 */
export class Lifecycle implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly started: Worker[] = [];
  private released = false;

  constructor(
    private readonly parts: Pick<ServiceComposition, 'workers' | 'release'>,
    private readonly readiness: Readiness,
    private readonly log: FlowLog,
  ) {}

  async startWorkers(): Promise<void> {
    for (const worker of this.parts.workers) {
      if (this.readiness.phase === 'stopping') return;
      this.started.push(worker);
      await worker.start();
    }
    if (this.readiness.phase === 'starting') this.readiness.phase = 'running';
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.readiness.phase = 'stopping';
    await Promise.all(this.started.map((worker) => this.attempt(worker.name, () => worker.stop())));
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.released) return;
    this.released = true;
    for (const release of this.parts.release) await this.attempt('release', release);
  }

  /** One part that cannot leave in good order does not keep the others from it. */
  private async attempt(part: string, leave: () => Promise<void>): Promise<void> {
    try {
      await leave();
    } catch (error) {
      this.log.error({ ...errorFields(error), part }, 'a part did not stop in good order');
    }
  }
}
