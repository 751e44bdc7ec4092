import { setTimeout as pause } from 'node:timers/promises';

/** Looks every `everyMs` until it holds. @throws Error that says what was waited for */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  { everyMs = 50, timeoutMs = 180_000 } = {},
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${what}: not after ${timeoutMs / 1000} s`);
    await pause(everyMs);
  }
}
