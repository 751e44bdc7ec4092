import { makeNotice } from '#libs/contracts';

import { CompletionWait } from './completion-wait.js';
import { type CompletionWriter } from './completion-writer.port.js';

const place = { interactionId: 'interaction-1', namespace: 'default', channel: 'web' };
const deferred = { kind: 'deferred', data: JSON.stringify(makeNotice(place, 1, 'review.pending')) } as const;
const failed = { kind: 'failed', data: JSON.stringify(makeNotice(place, 2, 'provider.broken')) } as const;

function recorder() {
  const said: unknown[] = [];
  let atEnd = () => {};
  const say = (what: unknown) => {
    said.push(what);
    atEnd();
  };
  const writer: CompletionWriter = { complete: say, fail: say, refuse: say, onEnd: (then) => (atEnd = then) };
  return { writer, said, leave: () => atEnd() };
}

describe('the wait for a completion', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('given a question under review when its time is up, then the client is told so once, and nothing after', () => {
    const { writer, said } = recorder();
    const wait = new CompletionWait(writer, 10_000);
    wait.show(deferred);
    jest.advanceTimersByTime(10_000);
    expect(said).toEqual([]);
    jest.advanceTimersByTime(2000);
    wait.show(failed);
    expect(said).toMatchObject([
      { status: 504, code: 'review.pending', imprimatur: { interactionId: 'interaction-1' } },
    ]);
  });

  it('given no outcome after its time and the grace, then 504, and the question goes on', () => {
    const { writer, said } = recorder();
    new CompletionWait(writer, 1000).show({ kind: 'waiting' });
    jest.advanceTimersByTime(3000);
    expect(said).toMatchObject([{ status: 504, code: 'delivery.deadline' }]);
  });

  it.each([
    ['http.not_found', 404],
    ['http.unavailable', 503],
  ] as const)('given an end with %s, then %i', (code, status) => {
    const { writer, said } = recorder();
    new CompletionWait(writer, 1000).end(code);
    expect(said).toMatchObject([{ status, code }]);
  });

  it.each<[string, (wait: CompletionWait, leave: () => void) => void]>([
    ['the client left', (_wait, leave) => leave()],
    ['the outcome was said', (wait) => wait.show(failed)],
  ])('given that %s, then nothing is said any more and no timer is held', (_name, finish) => {
    const { writer, said, leave } = recorder();
    const wait = new CompletionWait(writer, 1000);
    let ends = 0;
    wait.onEnd(() => (ends += 1));
    finish(wait, leave);
    const before = said.length;
    wait.show(failed);
    wait.end('http.unavailable');
    jest.advanceTimersByTime(60_000);
    expect([said.length, ends, jest.getTimerCount()]).toEqual([before, 1, 0]);
  });
});
