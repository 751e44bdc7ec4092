import { errorFields } from '../log/error-fields.js';
import { type RunningService } from '../service.js';
import { StartError } from '../start-error.js';
import { type RunOptions } from './run-service.js';

/** What the process of a service is to the code that runs in it. */
export interface ProcessDoor {
  readonly exit: (code: number) => void;
  /** One line for whoever started the process. */
  readonly say: (sentence: string) => void;
}

/** Longer than the event flow's grace time; after it the process goes, whatever is left. */
const stopWithinMs = 30_000;

/** One service from its start to the exit code of its process. The first reason to stop decides the code. */
export class ServiceProcess {
  private readonly starting = new AbortController();
  private running: Pick<RunningService, 'close'> | undefined;
  private exitCode: number | undefined;

  constructor(
    private readonly start: (options: RunOptions) => Promise<Pick<RunningService, 'close'>>,
    private readonly door: ProcessDoor,
  ) {}

  async run(): Promise<void> {
    try {
      this.running = await this.start({ onFatal: () => this.stop(1), signal: this.starting.signal });
    } catch (error) {
      if (this.exitCode === undefined) this.door.say(sentenceOf(error));
      this.door.exit(this.exitCode ?? 1);
      return;
    }
    if (this.exitCode !== undefined) this.leave(this.running, this.exitCode);
  }

  /** In good order; a start that is still going on is given up. */
  stop(exitCode: number): void {
    if (this.exitCode !== undefined) return;
    this.exitCode = exitCode;
    setTimeout(() => this.door.exit(1), stopWithinMs).unref();
    if (this.running) this.leave(this.running, exitCode);
    else this.starting.abort();
  }

  /** Node itself would print the message of an unexpected failure, and a message may hold content. */
  fail(error: unknown): void {
    this.door.say(`unexpected failure. ${JSON.stringify(errorFields(error))}`);
    this.door.exit(1);
  }

  private leave(service: Pick<RunningService, 'close'>, exitCode: number): void {
    service.close().then(
      () => this.door.exit(exitCode),
      () => this.door.exit(1),
    );
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return `The start failed unexpectedly. ${JSON.stringify(errorFields(error))}`;
}
