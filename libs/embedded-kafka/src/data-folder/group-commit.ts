import { Turnstile } from './turnstile.js';

interface Waiting<T> {
  item: T;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/**
 * Shares one write and sync among all that wait for durability: what arrives while a flush runs goes into the next one.
 * The first failed flush is final. What a file holds after a failed write is unknown, so nothing may be acknowledged any more.
 */
export class GroupCommit<T> {
  private readonly turnstile = new Turnstile();
  private waiting: Waiting<T>[] = [];
  private failure: { reason: unknown } | undefined;

  constructor(private readonly flush: (items: T[]) => Promise<void>) {}

  get failed(): boolean {
    return this.failure !== undefined;
  }

  /** Resolves when the item is durable. */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.waiting.length === 1) void this.turnstile.pass(() => this.flushWaiting());
    });
  }

  /** Runs a task between two flushes. */
  between<R>(task: () => Promise<R>): Promise<R> {
    return this.turnstile.pass(task);
  }

  private async flushWaiting(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    try {
      if (this.failure) throw this.failure.reason;
      await this.flush(batch.map((each) => each.item));
      for (const each of batch) each.resolve();
    } catch (reason) {
      this.failure ??= { reason };
      for (const each of batch) each.reject(reason);
    }
  }
}
