import { type AttemptRecord, type Claim, type JobQueue } from '../ports/job-queue.port.js';
import { inLine } from './in-line.js';
import { Line } from './line.js';

describe('drafting in line', () => {
  const claim = {} as Claim;
  const returns: ((kept: boolean) => void)[] = [];
  const claimed: Parameters<JobQueue['claim']>[] = [];
  const queue: Partial<JobQueue> = {
    giveBack: () => new Promise((resolve) => returns.push(resolve)),
    renew: () => Promise.resolve(true),
    claim: (...asked) => {
      claimed.push(asked);
      return Promise.resolve([]);
    },
  };
  const attempts: Partial<AttemptRecord> = { begin: () => Promise.resolve(true) };
  const transactions = { run: () => Promise.reject(new Error('not asked for')) };
  const ports = { queue: queue as JobQueue, attempts: attempts as AttemptRecord, transactions };
  const parts = inLine(ports, new Line(5));

  it('given more jobs than connections, then some change at once, and what is one commit for many waits for none of them', async () => {
    const given = Array.from({ length: 600 }, () => parts.queue.giveBack(claim));
    await new Promise(setImmediate);
    expect(returns).toHaveLength(5);
    expect(await parts.queue.renew(claim)).toBe(true);
    expect(await parts.attempts.begin(claim, 1, 'model')).toBe(true);
    await parts.queue.claim(32, ['7']);
    expect(claimed).toEqual([[32, ['7']]]);

    for (let next = returns.shift(); next !== undefined; next = returns.shift()) {
      expect(returns.length).toBeLessThan(5);
      next(true);
      await new Promise(setImmediate);
    }
    expect(await Promise.all(given)).toHaveLength(600);
  });
});
