import { type AttemptRecord, type Claim, type JobQueue } from '../ports/job-queue.port.js';
import { inLine } from './in-line.js';
import { Line } from './line.js';

describe('drafting in line', () => {
  it('given more calls than connections, then some begin at once, and a renewal waits for none of them', async () => {
    const held: ((begun: boolean) => void)[] = [];
    const attempts: Partial<AttemptRecord> = { begin: () => new Promise((resolve) => held.push(resolve)) };
    const queue: Partial<JobQueue> = { renew: () => Promise.resolve(true) };
    const transactions = { run: () => Promise.reject(new Error('not asked for')) };
    const ports = { queue: queue as JobQueue, attempts: attempts as AttemptRecord, transactions };
    const parts = inLine(ports, new Line(5));
    const claim = {} as Claim;

    const begun = Array.from({ length: 600 }, () => parts.attempts.begin(claim, 1, 'model'));
    await new Promise(setImmediate);
    expect(held).toHaveLength(5);
    expect(await parts.queue.renew(claim)).toBe(true);

    for (let next = held.shift(); next !== undefined; next = held.shift()) {
      expect(held.length).toBeLessThan(5);
      next(true);
      await new Promise(setImmediate);
    }
    expect(await Promise.all(begun)).toHaveLength(600);
  });
});
