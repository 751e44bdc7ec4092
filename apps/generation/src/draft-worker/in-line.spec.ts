import { type AttemptRecord, type Claim, type JobQueue } from '../ports/job-queue.port.js';
import { inLine } from './in-line.js';
import { Line } from './line.js';

describe('drafting in line', () => {
  const claim = {} as Claim;
  const begins: ((begun: boolean) => void)[] = [];
  const attempts: Partial<AttemptRecord> = { begin: () => new Promise((resolve) => begins.push(resolve)) };
  const claimed: Parameters<JobQueue['claim']>[] = [];
  const queue: Partial<JobQueue> = {
    renew: () => Promise.resolve(true),
    claim: (...asked) => {
      claimed.push(asked);
      return Promise.resolve([]);
    },
  };
  const transactions = { run: () => Promise.reject(new Error('not asked for')) };
  const ports = { queue: queue as JobQueue, attempts: attempts as AttemptRecord, transactions };
  const parts = inLine(ports, new Line(5));

  it('given more calls than connections, then some begin at once, and renewal and claim wait for none of them', async () => {
    const begun = Array.from({ length: 600 }, () => parts.attempts.begin(claim, 1, 'model'));
    await new Promise(setImmediate);
    expect(begins).toHaveLength(5);
    expect(await parts.queue.renew(claim)).toBe(true);
    await parts.queue.claim(32, ['7']);
    expect(claimed).toEqual([[32, ['7']]]);

    for (let next = begins.shift(); next !== undefined; next = begins.shift()) {
      expect(begins.length).toBeLessThan(5);
      next(true);
      await new Promise(setImmediate);
    }
    expect(await Promise.all(begun)).toHaveLength(600);
  });
});
