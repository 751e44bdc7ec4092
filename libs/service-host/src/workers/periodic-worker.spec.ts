import { eventually } from '#libs/testkit';

import { PeriodicWorker } from './periodic-worker.js';

const anHour = 3_600_000;

function workerOf(round: () => Promise<void>, everyMs = anHour) {
  const errors: unknown[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (fields: unknown) => errors.push(fields) };
  return { worker: new PeriodicWorker({ name: 'keys', everyMs, round, log }), errors };
}

describe('a periodic worker', () => {
  it('given a start, then it works at once, and again after its time', async () => {
    let rounds = 0;
    const { worker } = workerOf(async () => void (rounds += 1), 1);
    await worker.start();
    await eventually(() => expect(rounds).toBeGreaterThan(3));
    await worker.stop();
    const atStop = rounds;
    await new Promise((resolve) => setImmediate(resolve));
    expect(rounds).toBe(atStop);
  });

  it('given a long wait, when it is woken, then it works at once', async () => {
    let rounds = 0;
    const { worker } = workerOf(async () => void (rounds += 1));
    await worker.start();
    await eventually(() => expect(rounds).toBe(1));
    worker.wake();
    await eventually(() => expect(rounds).toBe(2));
    await worker.stop();
  });

  it('given wakes again and again before the round, then they do not put it off', async () => {
    jest.useFakeTimers();
    try {
      let rounds = 0;
      const { worker } = workerOf(async () => void (rounds += 1));
      const scheduled = jest.spyOn(globalThis, 'setTimeout');
      for (let wakes = 0; wakes < 5; wakes += 1) worker.wake();
      expect(scheduled).toHaveBeenCalledTimes(1);
      await jest.runOnlyPendingTimersAsync();
      expect(rounds).toBe(1);
      await worker.stop();
    } finally {
      jest.useRealTimers();
    }
  });

  it('given a wake during a round, then one more round follows, and never two at once', async () => {
    let [running, most, rounds] = [0, 0, 0];
    let finish: () => void = () => undefined;
    const { worker } = workerOf(async () => {
      running += 1;
      most = Math.max(most, running);
      rounds += 1;
      if (rounds === 1) await new Promise<void>((resolve) => (finish = resolve));
      running -= 1;
    });
    await worker.start();
    await eventually(() => expect(rounds).toBe(1));
    worker.wake();
    worker.wake();
    finish();
    await eventually(() => expect(rounds).toBe(2));
    await worker.stop();
    expect(most).toBe(1);
  });

  it('given failing rounds, then it is not ready and says so once; when they work again, it is', async () => {
    let broken = true;
    const { worker, errors } = workerOf(async () => {
      if (broken) throw new Error('a canary');
    }, 1);
    await worker.start();
    await eventually(() => expect(worker.readiness()).toEqual({ ready: false, reasons: ['keys.failing'] }));
    broken = false;
    await eventually(() => expect(worker.readiness()).toEqual({ ready: true, reasons: [] }));
    await worker.stop();
    expect(errors).toHaveLength(1);
    expect(JSON.stringify(errors[0])).not.toContain('a canary');
  });

  it('given a stop during a round, then it waits for it and starts no other', async () => {
    let finished = 0;
    const { worker } = workerOf(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      finished += 1;
    }, 0);
    await worker.start();
    await eventually(() => expect(finished).toBeGreaterThan(0));
    await worker.stop();
    worker.wake();
    const atStop = finished;
    await new Promise((resolve) => setImmediate(resolve));
    expect(finished).toBe(atStop);
  });
});
