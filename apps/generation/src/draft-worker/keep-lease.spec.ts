import { keepLease } from './keep-lease.js';

const monotonic = (): number => performance.now();

describe('keeping a lease', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('given renewals that hold, then it is asked for at each third and never lost', async () => {
    let renewals = 0;
    const lease = keepLease(async () => (renewals += 1) > 0, 3_000, monotonic(), monotonic);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(renewals).toBe(30);
    expect(lease.signal.aborted).toBe(false);
    lease.release();
    await jest.advanceTimersByTimeAsync(30_000);
    expect(renewals).toBe(30);
    expect(lease.signal.aborted).toBe(false);
  });

  it('given another holder, then it is lost at the next renewal and asked for no more', async () => {
    let renewals = 0;
    const lease = keepLease(async () => (renewals += 1) < 2, 3_000, monotonic(), monotonic);
    await jest.advanceTimersByTimeAsync(1_999);
    expect(lease.signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(lease.signal.aborted).toBe(true);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(renewals).toBe(2);
  });

  it.each([
    ['fail', () => Promise.reject(new Error('away'))],
    ['hang', () => new Promise<boolean>(() => undefined)],
  ])('given renewals that %s, then it is lost before the lease is over', async (_how, renew) => {
    const lease = keepLease(renew, 3_000, monotonic(), monotonic);
    await jest.advanceTimersByTimeAsync(2_600);
    expect(lease.signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(200);
    expect(lease.signal.aborted).toBe(true);
  });

  it('given a claim that took long, then the lease counts from when it was sent', async () => {
    const lease = keepLease(() => new Promise<boolean>(() => undefined), 3_000, monotonic() - 2_000, monotonic);
    await jest.advanceTimersByTimeAsync(699);
    expect(lease.signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(lease.signal.aborted).toBe(true);
  });

  it('given renewals that are answered late, then the lease counts from when each was asked for', async () => {
    const answers = [800, 1_600];
    const renew = () => new Promise<boolean>((answer) => setTimeout(() => answer(true), answers.shift() ?? 60_000));
    const lease = keepLease(renew, 3_000, monotonic(), monotonic);
    // The last one that was answered was asked for at 2000: nine tenths of it are over at 4700.
    await jest.advanceTimersByTimeAsync(4_699);
    expect(lease.signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(lease.signal.aborted).toBe(true);
  });

  it('given one failure among renewals that hold, then it is kept', async () => {
    let renewals = 0;
    const lease = keepLease(
      async () => {
        renewals += 1;
        if (renewals === 2) throw new Error('away for a moment');
        return true;
      },
      3_000,
      monotonic(),
      monotonic,
    );
    await jest.advanceTimersByTimeAsync(9_000);
    expect(lease.signal.aborted).toBe(false);
    lease.release();
  });
});
