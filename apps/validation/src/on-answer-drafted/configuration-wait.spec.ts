import { configurationWait, maxWaitMs } from './configuration-wait.js';

describe('waiting for a configuration', () => {
  it('given a record that is asked about again, then its time runs from the first look', () => {
    let now = 1000;
    const wait = configurationWait(() => now);
    expect(wait.isOver('a')).toBe(false);
    now += maxWaitMs - 1;
    expect([wait.isOver('a'), wait.isOver('b')]).toEqual([false, false]);
    now += 1;
    expect([wait.isOver('a'), wait.isOver('b')]).toEqual([true, false]);
  });

  it('given a record that was settled, then it begins anew', () => {
    let now = 0;
    const wait = configurationWait(() => now);
    wait.isOver('a');
    wait.forget('a');
    now = maxWaitMs;
    expect(wait.isOver('a')).toBe(false);
  });

  it('given a record that went elsewhere and comes back long after, then it begins anew', () => {
    let now = 0;
    const wait = configurationWait(() => now);
    wait.isOver('a');
    now = 10 * maxWaitMs;
    expect(wait.isOver('a')).toBe(false);
  });
});
