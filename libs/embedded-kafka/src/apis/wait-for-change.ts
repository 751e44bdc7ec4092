import { type PartitionLog } from '../log/partition-log.js';

/** Resolves when one of the logs grows or closes, after `ms`, or when nobody waits any more. */
export function changeOf(logs: readonly PartitionLog[], ms: number, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const done = () => {
      clearTimeout(timer);
      gone.removeEventListener('abort', done);
      for (const stop of stops) stop();
      resolve();
    };
    const timer = setTimeout(done, ms);
    gone.addEventListener('abort', done);
    stops.push(...logs.map((log) => log.onChange(done)));
  });
}
