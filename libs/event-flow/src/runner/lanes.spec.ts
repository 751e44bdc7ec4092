import fc from 'fast-check';

import { Lanes } from './lanes.js';

describe('lanes', () => {
  it('given two keys, when taking, then the lowest of each lane comes, and the second only after the first', () => {
    const lanes = new Lanes(['a', 'a', 'b', 'a']);
    expect(lanes.take(10)).toEqual([0, 2]);
    expect(lanes.take(10)).toEqual([]);
    lanes.finish(0);
    expect(lanes.take(10)).toEqual([1]);
  });

  it('given records without key, then each is a lane of its own', () => {
    expect(new Lanes([null, null, null]).take(2)).toEqual([0, 1]);
  });

  it('given a record put back, then its lane waits for it and the prefix stops before it', () => {
    const lanes = new Lanes(['a', 'b', 'a']);
    expect(lanes.take(2)).toEqual([0, 1]);
    lanes.putBack(0);
    lanes.finish(1);
    expect([lanes.prefix, lanes.running, lanes.take(5, () => false)]).toEqual([0, 0, []]);
    expect(lanes.take(5)).toEqual([0]);
  });

  it('given a span, then nothing is started further ahead of the first unfinished record', () => {
    const lanes = new Lanes([null, null, null, null], [], 2);
    expect(lanes.take(10)).toEqual([0, 1]);
    lanes.finish(1);
    expect(lanes.take(10)).toEqual([]);
    lanes.finish(0);
    expect(lanes.take(10)).toEqual([2, 3]);
  });

  it('given records finished before, then they are passed over and hold up nobody', () => {
    const lanes = new Lanes(['a', 'b', 'b', 'a'], [true, false, false, true]);
    expect([lanes.prefix, lanes.heads(), lanes.take(10)]).toEqual([1, [1], [1]]);
    lanes.finish(1);
    lanes.take(1);
    lanes.finish(2);
    expect(lanes.isDone).toBe(true);
  });

  it('given a partition lane, then a run is consecutive and alone', () => {
    const lanes = new Lanes(['a', 'a', 'b', null]);
    expect(lanes.takeRun(3)).toEqual([0, 1, 2]);
    expect(lanes.takeRun(3)).toEqual([]);
    [0, 1, 2].forEach((index) => lanes.finish(index));
    expect([lanes.prefix, lanes.takeRun(3)]).toEqual([3, [3]]);
  });

  it('given any sequence of takings, finishes and returns, then the prefix is exactly the finished start, order holds in each lane, and all get done', () => {
    const keys = fc.array(fc.option(fc.constantFrom('a', 'b', 'c')), { maxLength: 30 });
    const moves = fc.array(fc.record({ most: fc.integer({ min: 0, max: 4 }), pick: fc.nat(), fails: fc.boolean() }));
    fc.assert(fc.property(keys, moves, fc.integer({ min: 1, max: 8 }), follow));
  });
});

function follow(
  keys: (string | null)[],
  moves: readonly { most: number; pick: number; fails: boolean }[],
  span: number,
): void {
  const lanes = new Lanes(keys, [], span);
  const running = new Set<number>();
  const finished = new Set<number>();
  const step = (most: number, pick: number, fails: boolean) => {
    for (const index of lanes.take(most)) {
      const before = keys.flatMap((key, at) => (at < index && key !== null && key === keys[index] ? [at] : []));
      expect(before.every((at) => finished.has(at))).toBe(true);
      running.add(index);
    }
    const index = [...running][pick % Math.max(1, running.size)];
    if (index === undefined) return;
    running.delete(index);
    if (fails) lanes.putBack(index);
    else {
      finished.add(index);
      lanes.finish(index);
    }
    const gap = keys.findIndex((_, at) => !finished.has(at));
    expect(lanes.prefix).toBe(gap === -1 ? keys.length : gap);
    expect(lanes.running).toBe(running.size);
  };
  for (const { most, pick, fails } of moves) step(most, pick, fails);
  for (let left = 0; left < 2 * keys.length; left += 1) step(1, 0, false);
  expect(lanes.isDone).toBe(true);
}
