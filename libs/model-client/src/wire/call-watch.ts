import { type BrokenCode, type ModelLimits } from '../model-client.port.js';

/** Why a call was ended from our side. */
export type Abort = Exclude<BrokenCode, 'provider.broken'> | 'caller';

/** How far a call came, as seen from the wire. */
export type CallStage = 'home' | 'sent' | 'answered';

/**
 * The clock and the scales of one call: it aborts `signal` when a limit is reached, and remembers which one.
 * Everything on the wire counts, framing and keep-alive comments too; what the model says is counted by the collector.
 */
export class CallWatch {
  readonly #controller = new AbortController();
  readonly #total: NodeJS.Timeout;
  readonly #wireLimit: number;
  #idle: NodeJS.Timeout | undefined;
  #wireBytes = 0;
  #stage: CallStage = 'home';
  #isClosed = false;
  #aborted: Abort | undefined;
  #failure: unknown;

  constructor(
    private readonly limits: ModelLimits,
    private readonly caller: AbortSignal,
  ) {
    this.#wireLimit = wireLimit(limits.outputBytes);
    this.#total = setTimeout(() => this.abort('provider.timeout'), limits.totalMs);
    if (caller.aborted) this.abort('caller');
    else caller.addEventListener('abort', this.#onCaller, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get stage(): CallStage {
    return this.#stage;
  }

  get aborted(): Abort | undefined {
    return this.#aborted;
  }

  /** What the fetch threw, before the SDK wraps it: of a connect timeout its wrapping keeps nothing. */
  get failure(): unknown {
    return this.#failure;
  }

  failed(error: unknown): void {
    this.#failure = error;
  }

  sent(): void {
    this.#stage = 'sent';
    this.#restartIdle();
  }

  answered(): void {
    this.#stage = 'answered';
    this.#restartIdle();
  }

  received(bytes: number): void {
    this.#wireBytes += bytes;
    if (this.#wireBytes > this.#wireLimit) this.abort('provider.too_large');
    else this.#restartIdle();
  }

  /** The first reason stays. */
  abort(reason: Abort): void {
    this.#aborted ??= reason;
    this.#controller.abort();
  }

  /** The response was read to its end: the connection is free already. */
  closed(): void {
    this.#isClosed = true;
  }

  /** Stops the clocks and lets the connection go, whatever state it is in. */
  end(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#idle);
    this.caller.removeEventListener('abort', this.#onCaller);
    if (!this.#isClosed) this.#controller.abort();
  }

  readonly #onCaller = (): void => this.abort('caller');

  #restartIdle(): void {
    if (this.signal.aborted) return;
    if (this.#idle) this.#idle.refresh();
    else this.#idle = setTimeout(() => this.abort('provider.idle'), this.limits.idleMs);
  }
}

const kB = 1024;

/** A chunk of one token carries some 250 bytes of framing; without a bound an endless comment would fill the memory. */
function wireLimit(outputBytes: number): number {
  return Math.min(256 * kB + outputBytes * 100, 32 * kB * kB);
}
