import { Line } from './line.js';

describe('a line', () => {
  it('given more works than its width, then so many go at once, the others follow in order, a failed one too makes room', async () => {
    const line = new Line(2);
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const works = [0, 1, 2, 3].map((number) =>
      line.run(async () => {
        begun.push(number);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (number === 0) throw new Error('failed');
        return number;
      }),
    );
    const results = Promise.allSettled(works);
    await new Promise(setImmediate);
    expect(begun).toEqual([0, 1]);
    ends[0]?.();
    await new Promise(setImmediate);
    expect(begun).toEqual([0, 1, 2]);
    ends[1]?.();
    await new Promise(setImmediate);
    ends.slice(2).forEach((end) => end());
    expect(begun).toEqual([0, 1, 2, 3]);
    const [failed, ...done] = await results;
    expect([failed?.status, ...done]).toMatchObject(['rejected', { value: 1 }, { value: 2 }, { value: 3 }]);
  });
});
