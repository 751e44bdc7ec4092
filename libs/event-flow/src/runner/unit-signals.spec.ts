import { UnitSignals } from './unit-signals.js';

describe('unit signals', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('given a unit past its deadline, then its signal is aborted, and that of a later one is not', () => {
    const signals = new UnitSignals(1_000);
    const first = signals.start();
    jest.advanceTimersByTime(999);
    const second = signals.start();
    expect(first.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false]);
  });

  it('given a unit that has ended, then no timer is left for it and nothing aborts it any more', () => {
    const signals = new UnitSignals(1_000);
    const [ended, running] = [signals.start(), signals.start()];
    ended.release();
    expect(jest.getTimerCount()).toBe(1);
    signals.abortAll();
    expect([ended.signal.aborted, running.signal.aborted]).toEqual([false, true]);
  });
});
