import { createRequire } from 'node:module';

interface SentRequest {
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly requestTimeout: number;
  timeoutRequest(): void;
}

/** The part of kafkajs' request queue that looks at requests by the clock, and nothing else (kafkajs 2.2.4, pinned). */
interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly inflight: ReadonlyMap<number, SentRequest>;
  readonly enforceRequestTimeout: boolean;
  readonly isConnected: () => boolean;
  /** Milliseconds since the epoch; -1 when the broker does not throttle. */
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  requestTimeoutIntervalId: NodeJS.Timeout;
  checkPendingRequests(): void;
  destroy(): void;
  scheduleCheckPendingRequests(this: RequestQueue): void;
  scheduleRequestTimeoutCheck(this: RequestQueue): void;
}

const pendingCheckMs = 10;
/** A request may wait so much longer than its timeout, of 10 s and more. */
const timeoutCheckMs = 500;

const queues = (): RequestQueue => {
  const loaded = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };
  return loaded.prototype;
};

/** The looks at requests by the clock, made rare: a service holds some five connections for each topic that it reads. */
export function quietRequestQueues(): void {
  lookOnlyWhileRequestsWait();
  lookForTimeoutsSeldom();
}

/**
 * kafkajs looks for requests that wait after every answer, and from then on without end: with none there, and no
 * throttling, it counts the milliseconds until -1 and sets its timer to them. Each connection that was ever used wakes
 * its process a thousand times a second, some 20 ms of CPU. It is to look again only while a request waits.
 */
function lookOnlyWhileRequestsWait(): void {
  queues().scheduleCheckPendingRequests = function () {
    if (this.throttleCheckTimeoutId !== null || this.pending.length === 0) return;
    const throttledMs = this.throttledUntil - Date.now();
    const look = (): void => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    };
    this.throttleCheckTimeoutId = setTimeout(look, throttledMs > 0 ? throttledMs : pendingCheckMs);
  };
}

/** kafkajs looks ten times a second, on each connection. */
function lookForTimeoutsSeldom(): void {
  queues().scheduleRequestTimeoutCheck = function () {
    if (!this.enforceRequestTimeout) return;
    this.destroy();
    const look = (): void => {
      const now = Date.now();
      for (const request of this.inflight.values())
        if (now - request.sentAt > request.requestTimeout) request.timeoutRequest();
      if (!this.isConnected()) this.destroy();
    };
    this.requestTimeoutIntervalId = setInterval(look, timeoutCheckMs);
  };
}
