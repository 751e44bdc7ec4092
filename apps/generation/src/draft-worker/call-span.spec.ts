import { type ModelProfile } from '#libs/contracts';
import { type SpanEnd, type SpanPlan, type Tracing } from '#libs/event-flow';
import { type ModelResult } from '#libs/model-client';

import { type ModelCall } from '../domain/model-call.js';
import { callSpan, endCallSpan } from './call-span.js';

const profile = { baseUrl: 'https://models.example/v1' } as ModelProfile;
const call = {
  model: 'm-1',
  messages: [{ role: 'user', content: 'canary of the asker' }],
  limits: { outputTokens: 500 },
  marker: 'default/question-1/0/1',
} as unknown as ModelCall;
const choice = { index: 0, content: 'canary of the answer', finish: 'complete', finishReason: 'canary-reason' };
const response = {
  kind: 'response',
  model: 'm-1',
  choices: [choice],
  tokens: { inputTokens: 10, outputTokens: null },
} as unknown as ModelResult;

function spansOf(result: ModelResult): (SpanPlan & SpanEnd)[] {
  const ended: (SpanPlan & SpanEnd)[] = [];
  const tracing: Tracing = {
    start: (plan) => ({
      traceparent: '',
      end: ({ attributes, error } = {}) =>
        void ended.push({ ...plan, error, attributes: { ...plan.attributes, ...attributes } }),
    }),
  };
  endCallSpan(callSpan(tracing, 'the job', profile, call), call, result);
  return ended;
}

describe('the span of a provider call', () => {
  it('given a response, then what is known of it is told, and no content', () => {
    const spans = spansOf(response);
    expect(spans).toMatchObject([{ name: 'chat m-1', kind: 'client', parent: 'the job', error: undefined }]);
    expect(spans[0]?.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.output.type': 'json',
      'gen_ai.request.model': 'm-1',
      'gen_ai.request.max_tokens': 500,
      'gen_ai.request.stream': true,
      'gen_ai.response.finish_reasons': ['complete'],
      'gen_ai.response.model': 'm-1',
      'gen_ai.usage.input_tokens': 10,
      'server.address': 'models.example',
      'server.port': 443,
      'imprimatur.call': 'default/question-1/0/1',
    });
  });

  it('given a model name that nobody asked for, then it is not told: it is the provider’s text', () => {
    const [span] = spansOf({ ...response, model: 'canary-model' } as ModelResult);
    expect(JSON.stringify(span)).not.toContain('canary');
  });

  it.each([
    [{ kind: 'refused', reason: 'rate_limited', retryAfterMs: null }, 'provider.rate_limited'],
    [{ kind: 'broken', code: 'provider.idle', tokens: { inputTokens: null, outputTokens: null } }, 'provider.idle'],
    [{ kind: 'unanswered', code: 'provider.unobserved' }, 'provider.unobserved'],
    [{ kind: 'abandoned' }, 'abandoned'],
  ] as const)('given %j, then its code is the error', (result, error) => {
    expect(spansOf(result).map((span) => span.error)).toEqual([error]);
  });

  it('given a call that was never sent, then there is no span', () => {
    expect(spansOf({ kind: 'not_sent' })).toEqual([]);
  });
});
