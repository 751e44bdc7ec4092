import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the condition holds. False when the time is over first; rejects when the run is interrupted. */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    signal?.throwIfAborted();
    if (performance.now() > deadline) return false;
    await pause(25);
  }
  return true;
}
