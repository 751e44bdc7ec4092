import { type WorkerName } from '#libs/contracts';
import { type FlowLog, type FlowReadiness } from '#libs/event-flow';

import { errorFields } from '../log/error-fields.js';
import { type Worker } from '../service.js';

export interface PeriodicWork {
  /** `<name>.failing` is the reason that readiness gives. */
  readonly name: WorkerName;
  /** Milliseconds between the end of one round and the start of the next. */
  readonly everyMs: number;
  /** Called again after `everyMs`, whether it threw or not: what it needs may be away for a while. */
  readonly round: () => Promise<void>;
  readonly log: FlowLog;
}

/** Repeats a round until it is stopped; never two rounds at once. Not ready while rounds fail. */
export class PeriodicWorker implements Worker {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private woken = false;
  private stopped = false;
  private failing = false;

  constructor(private readonly work: PeriodicWork) {}

  get name(): string {
    return this.work.name;
  }

  async start(): Promise<void> {
    this.schedule(0);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Starts a round now, or another one right after the round at hand. */
  wake(): void {
    if (this.woken) return;
    this.woken = true;
    if (this.running === undefined) this.schedule(0);
  }

  readiness(): FlowReadiness {
    return this.failing ? { ready: false, reasons: [`${this.work.name}.failing`] } : { ready: true, reasons: [] };
  }

  private schedule(inMs: number): void {
    clearTimeout(this.timer);
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.once();
    }, inMs);
  }

  private async once(): Promise<void> {
    this.woken = false;
    try {
      await this.work.round();
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.work.log.error({ ...errorFields(error), worker: this.work.name }, 'a round failed');
      this.failing = true;
    }
    this.running = undefined;
    this.schedule(this.woken ? 0 : this.work.everyMs);
  }
}
