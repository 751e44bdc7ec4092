import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  /** How long to keep trying, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** The pause between two tries, in milliseconds. Default 25. */
  readonly intervalMs?: number;
  /** What is waited for, in words: it stands first in the error of a timeout. */
  readonly because?: string;
}

/**
 * Calls `check` until it neither throws nor rejects, and returns what it returned.
 *
 * A check says "not yet" by throwing (an `expect`, usually); a returned `false` counts as an answer, not as a failure.
 * At the deadline it rejects with the last error. A check that never settles is given up at the deadline as well.
 */
export async function eventually<T>(check: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> {
  const { timeoutMs = 10_000, intervalMs = 25, because } = options;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await settled(check, deadline);
    } catch (error) {
      if (Date.now() + intervalMs > deadline) throw explained(error, timeoutMs, because);
    }
    await pause(intervalMs);
  }
}

async function settled<T>(check: () => T | Promise<T>, deadline: number): Promise<T> {
  const abandon = new AbortController();
  const tooLong = pause(Math.max(0, deadline - Date.now()), undefined, { signal: abandon.signal }).then(() => {
    throw new Error('the check itself did not settle before the deadline');
  });
  tooLong.catch(() => undefined);
  try {
    return await Promise.race([check(), tooLong]);
  } finally {
    abandon.abort();
  }
}

function explained(error: unknown, timeoutMs: number, because: string | undefined): Error {
  const last = error instanceof Error ? error : new Error(String(error));
  last.message = `${because ? `${because}: ` : ''}not within ${timeoutMs} ms: ${last.message}`;
  return last;
}
