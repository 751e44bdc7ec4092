import { setTimeout as pause } from 'node:timers/promises';

import { classify } from '#libs/event-flow';

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * What became of a call waits for a database that is away, whatever the lease: the fence tells whether it is still
 * wanted. Without `cutOff` nothing waits: the work is done again by whoever claims the job next.
 */
export async function untilBack<T>(cutOff: AbortSignal | null, work: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (cutOff === null || cutOff.aborted || classify(error) !== 'outage') throw error;
      await pause(pauseMs);
    }
  }
}
