import { createRequire } from 'node:module';

import { quietRequestQueues } from './quiet-queue.js';

interface Queue {
  push(request: { entry: { correlationId: number }; expectResponse: boolean; sendRequest: () => void }): void;
  fulfillRequest(response: { correlationId: number; payload: null; size: number }): void;
  maybeThrottle(ms: number): void;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
}
type QueueClass = new (options: object) => Queue;

const logger = { debug: () => undefined, warn: () => undefined };

describe('the request queue of kafkajs', () => {
  let queue: Queue;
  let sent: number[];
  let failed: string[];
  beforeAll(quietRequestQueues);
  beforeEach(() => {
    jest.useFakeTimers();
    const RequestQueue = createRequire(__filename)('kafkajs/src/network/requestQueue') as QueueClass;
    [sent, failed] = [[], []];
    queue = new RequestQueue({ maxInFlightRequests: 1, requestTimeout: 1_000, enforceRequestTimeout: true, logger });
  });
  afterEach(() => jest.useRealTimers());

  const push = (correlationId: number) => {
    const entry = { correlationId, resolve: () => undefined, reject: ({ name }: Error) => void failed.push(name) };
    queue.push({ entry, expectResponse: true, sendRequest: () => void sent.push(correlationId) });
  };
  const answer = (correlationId: number) => queue.fulfillRequest({ correlationId, payload: null, size: 0 });

  it('given requests that are answered, then no timer is left', () => {
    push(1);
    answer(1);
    push(2);
    answer(2);
    expect(sent).toEqual([1, 2]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('given a request that waits for another one, when that is answered, then it is sent', () => {
    push(1);
    push(2);
    expect(sent).toEqual([1]);
    answer(1);
    expect(sent).toEqual([1, 2]);
    answer(2);
    jest.advanceTimersByTime(50);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('given a broker that throttles, then what waits is sent when that is over', () => {
    queue.maybeThrottle(400);
    push(1);
    jest.advanceTimersByTime(399);
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(sent).toEqual([1]);
    answer(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('given a request without an answer, then it fails soon after its timeout, and the next one is sent', () => {
    queue.scheduleRequestTimeoutCheck();
    push(1);
    push(2);
    jest.advanceTimersByTime(1_000);
    expect(failed).toEqual([]);
    jest.advanceTimersByTime(501);
    expect(failed).toEqual(['KafkaJSRequestTimeoutError']);
    expect(sent).toEqual([1, 2]);
    queue.destroy();
  });
});
