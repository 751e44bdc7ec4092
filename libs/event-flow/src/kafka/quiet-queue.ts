import { createRequire } from 'node:module';

/** The part of kafkajs' request queue that looks for requests that wait, and nothing else (kafkajs 2.2.4, pinned). */
interface RequestQueue {
  readonly pending: readonly unknown[];
  /** Milliseconds since the epoch; -1 when the broker does not throttle. */
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(this: RequestQueue): void;
}

const checkEveryMs = 10;

/**
 * kafkajs looks for requests that wait after every answer, and from then on without end: with none there, and no
 * throttling, it counts the milliseconds until -1 and sets its timer to them. Each connection that was ever used wakes
 * its process a thousand times a second, some 20 ms of CPU. It is to look again only while a request waits.
 */
export function lookOnlyWhileRequestsWait(): void {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
    prototype: RequestQueue;
  };
  prototype.scheduleCheckPendingRequests = function () {
    if (this.throttleCheckTimeoutId !== null || this.pending.length === 0) return;
    const throttledMs = this.throttledUntil - Date.now();
    const look = (): void => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    };
    this.throttleCheckTimeoutId = setTimeout(look, throttledMs > 0 ? throttledMs : checkEveryMs);
  };
}
