import { draftOf } from '../domain/drafts-in-spec.js';
import { hostileAnswers, wideWindow } from '../domain/hostile-answers-in-spec.js';
import { judge } from '../domain/judge.js';
import { type SliceInSpec, sliceInSpec } from './slice-in-spec.js';

/** Far above what any of them takes; what they once took was more. */
const boundMs = 2000;

describe('an answer made to keep the checks busy', () => {
  let slice: SliceInSpec;
  beforeAll(async () => {
    slice = await sliceInSpec();
  });

  it.each(Object.entries(hostileAnswers))('given %s, then it is decided in time', async (_name, hostile) => {
    const draft = draftOf(hostile.content, { window: wideWindow });
    const started = performance.now();
    const result = await slice.handle(draft);
    expect(performance.now() - started).toBeLessThan(boundMs);
    expect(result.kind).toBe('done');
    expect(slice.counted.at(-1)).toBe(hostile.decision);
  });

  it('given 1 MB of brackets, then it is too large to be read', () => {
    const started = performance.now();
    expect(judge(draftOf('['.repeat(1_000_000)))?.decision).toEqual({ kind: 'reject', code: 'parse.too_large' });
    expect(performance.now() - started).toBeLessThan(boundMs);
  });
});
