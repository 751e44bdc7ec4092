import { Pace } from './pace.js';

describe('pace', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('given a round, then those who ask within it wait for one end, and who asks later begins another', async () => {
    const pace = new Pace(25);
    const ends: string[] = [];
    const note = (name: string) => void pace.roundOver().then(() => ends.push(name));
    note('first');
    await jest.advanceTimersByTimeAsync(10);
    note('second');
    await jest.advanceTimersByTimeAsync(14);
    expect(ends).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(['first', 'second']);
    note('third');
    await jest.advanceTimersByTimeAsync(24);
    expect(ends).toEqual(['first', 'second']);
    await jest.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(['first', 'second', 'third']);
  });
});
