import { createContext, Script } from 'node:vm';

import { fail, ok, type Result } from '#libs/kernel';

const run = new Script('task()');
const place = createContext({ task: () => {} }) as { task: () => void };

/**
 * Runs a synchronous task and stops it when its time is up, wherever it is: a validator may take exponential time
 * over a small schema and a small answer. The watchdog of node:vm costs about 50 microseconds.
 * What the task throws is thrown.
 */
export function withinTime<T>(milliseconds: number, task: () => T): Result<T, 'out_of_time'> {
  let result: Result<T, 'out_of_time'> = fail('out_of_time');
  const outer = place.task;
  place.task = () => void (result = ok(task()));
  try {
    run.runInContext(place, { timeout: milliseconds });
  } catch (error) {
    if ((error as { code?: unknown } | undefined)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  } finally {
    place.task = outer;
  }
  return result;
}
