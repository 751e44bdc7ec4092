import fc from 'fast-check';

import { chatDialect } from '../openai/chat-dialect.js';
import { ResponseCollector } from './response-collector.js';
import { retryAfterMs } from './retry-after.js';

const delta = (content: string, finish: string | null = null) => ({
  model: 'scripted-x',
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
});

describe('the response collector', () => {
  it('given any cutting of a text, then the collected text is the text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (pieces) => {
        const collector = new ResponseCollector(chatDialect, 1_000_000);
        for (const piece of pieces) expect(collector.take(delta(piece))).toBeUndefined();
        collector.take(delta('', 'stop'));
        const response = collector.response();
        expect(response).toMatchObject({ choices: [{ content: pieces.join('') }] });
      }),
    );
  });

  it('given any value as a chunk, then reading never throws and a fault is a code', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const fault = new ResponseCollector(chatDialect, 100).take(value);
        expect([undefined, 'provider.malformed', 'provider.too_large']).toContain(fault);
      }),
    );
  });

  const stop = delta('', 'stop');
  it.each([
    ['a second, different finish', delta('', 'length'), stop],
    ['text after the finish', stop, delta('more')],
    ['text with the same finish again', stop, delta('more', 'stop')],
    ['a tool call after the finish', stop, { choices: [{ delta: { tool_calls: [{ index: 0 }] } }] }],
    ['a refusal after the finish', stop, { choices: [{ delta: { refusal: 'no' } }] }],
  ])('given %s, then the response contradicts itself', (_what, first, second) => {
    const collector = new ResponseCollector(chatDialect, 100);
    expect(collector.take(first)).toBeUndefined();
    expect(collector.take(second)).toBe('provider.malformed');
  });

  it('given the finish again, chunks that say nothing, and empty words before it, then it is whole', () => {
    const collector = new ResponseCollector(chatDialect, 100);
    for (const chunk of [delta('a', ''), delta('b', 'stop'), stop, delta(''), { choices: [{ delta: null }] }]) {
      expect(collector.take(chunk)).toBeUndefined();
    }
    expect(collector.response()).toMatchObject({ choices: [{ content: 'ab', finish: 'complete' }] });
  });

  it('given one of two choices without a finish, then there is no response', () => {
    const collector = new ResponseCollector(chatDialect, 100);
    collector.take({ choices: [{ index: 0, delta: { content: 'a' }, finish_reason: 'stop' }] });
    collector.take({ choices: [{ index: 1, delta: { content: 'b' } }] });
    expect(collector.response()).toBeUndefined();
  });

  it('given bytes over the limit in reasoning and tool arguments, then they count', () => {
    const collector = new ResponseCollector(chatDialect, 10);
    expect(collector.take({ choices: [{ delta: { reasoning_content: '12345' } }] })).toBeUndefined();
    const call = { index: 0, function: { name: 'f', arguments: '12345' } };
    expect(collector.take({ choices: [{ delta: { tool_calls: [call] } }] })).toBe('provider.too_large');
  });

  it('given a model name that our contract cannot hold, then the chunk is malformed', () => {
    expect(chatDialect.read({ model: 'm'.repeat(201), choices: [] })).toBeUndefined();
  });
});

describe('the finish', () => {
  it('given a refusal, then it wins over every finish reason', () => {
    for (const reason of ['stop', 'length', 'content_filter', 'what']) {
      expect(chatDialect.finish({ reason, refusal: 'no', calls: 0 })).toBe('refused');
    }
  });

  it('given a word that is not known, then it is not complete', () => {
    const finish = (reason: string) => chatDialect.finish({ reason, refusal: null, calls: 0 });
    fc.assert(fc.property(fc.string(), (reason) => reason === 'stop' || finish(reason) !== 'complete'));
  });
});

describe('retry-after', () => {
  it('given seconds, a date or nonsense, then milliseconds or null', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(retryAfterMs('3', now)).toBe(3000);
    expect(retryAfterMs('0.5', now)).toBe(500);
    expect(retryAfterMs('Thu, 01 Jan 2026 00:00:10 GMT', now)).toBe(10_000);
    expect(retryAfterMs('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
    expect(retryAfterMs('-1', now)).toBeNull();
    expect(retryAfterMs('soon', now)).toBeNull();
    expect(retryAfterMs(null, now)).toBeNull();
  });
});
