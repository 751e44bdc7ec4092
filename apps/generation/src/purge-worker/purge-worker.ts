import { type FlowLog, type FlowReadiness } from '#libs/event-flow';
import { errorFields, type Worker } from '#libs/service-host';

/** Sweeps at the start and then every `everyMs`; a sweep that fails is made up for by the next one. */
export class PurgeWorker implements Worker {
  readonly name = 'purge';
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(
    private readonly sweep: () => Promise<unknown>,
    private readonly everyMs: number,
    private readonly log: FlowLog,
  ) {}

  async start(): Promise<void> {
    this.#round();
    this.#timer = setInterval(() => this.#round(), this.everyMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  readiness(): FlowReadiness {
    return { ready: true, reasons: [] };
  }

  #round(): void {
    this.#running = this.sweep().then(
      () => undefined,
      (error: unknown) => this.log.warn(errorFields(error), 'the sweep failed'),
    );
  }
}
