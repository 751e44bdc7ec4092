import {
  actionProposedV1,
  answerApprovedV1,
  answerRetractedV1,
  codes,
  isOutcomeCode,
  makeNotice,
  type OutcomeCode,
} from '#libs/contracts';
import { HttpProblem } from '#libs/service-host';

import { type ClientView } from '../../domain/client-stream.js';
import { chatOutcome, type ChatOutcome } from './chat-outcome.js';
import { type Completed, completion, completionChunks } from './completion.js';
import { errorOfFailure, errorOfProblem } from './openai-error.js';
import { statusOfOutcome } from './outcome-status.js';

const head = { id: 'chatcmpl-interaction-1', created: 1_764_504_001, model: 'auto' };
const place = { interactionId: 'interaction-1', namespace: 'default', channel: 'web' };
const answer = { ...answerApprovedV1.example, text: 'Zeichen für Zeichen 😀 '.repeat(20) };
const completedView: ClientView = { kind: 'completed', text: answer.text, data: JSON.stringify(answer) };
const failedView = (code: OutcomeCode): ClientView => ({
  kind: 'failed',
  data: JSON.stringify(makeNotice(place, 2, code)),
});
const retractedView: ClientView = { kind: 'retracted', data: JSON.stringify(answerRetractedV1.example) };

function completedOf(view: ClientView): Completed {
  const outcome = chatOutcome(view);
  if (outcome === undefined || outcome.kind === 'failed') throw new Error('no completion');
  return outcome;
}

describe('a completion', () => {
  it('given an answer, then its text is the content, and all of it is there to be checked', () => {
    const whole = completion(head, completedOf(completedView));
    expect(whole).toMatchObject({ object: 'chat.completion', ...head, imprimatur: answer });
    expect(whole.choices).toEqual([
      {
        index: 0,
        message: { role: 'assistant', content: answer.text, refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ]);
    expect(whole).not.toHaveProperty('usage');
  });

  it('given an answer in chunks, then the deltas joined are the text, and only the finish carries the seal', () => {
    const chunks = completionChunks(head, completedOf(completedView), false);
    const choices = chunks.flatMap(
      (chunk) => chunk.choices as { delta: { content?: string }; finish_reason: unknown }[],
    );
    expect(choices.map(({ delta }) => delta.content ?? '').join('')).toBe(answer.text);
    expect(choices.map(({ finish_reason }) => finish_reason).filter((reason) => reason !== null)).toEqual(['stop']);
    expect(chunks.filter((chunk) => 'imprimatur' in chunk)).toEqual([chunks.at(-1)]);
    expect(chunks.some((chunk) => 'usage' in chunk)).toBe(false);
  });

  it('given a wish for the usage, then a last chunk without choices says that it is not known', () => {
    const chunks = completionChunks(head, completedOf(completedView), true);
    expect(chunks.every((chunk) => 'usage' in chunk && chunk.usage === null)).toBe(true);
    expect(chunks.at(-1)).toMatchObject({ choices: [] });
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'stop' }], imprimatur: answer });
  });

  it('given a proposal, then its acts are tool calls, whole and in chunks, and no text is sent', () => {
    const acts = [actionProposedV1.example.proposal, { ...actionProposedV1.example.proposal, name: 'note' }];
    const text = JSON.stringify({ proposals: acts });
    const proposed = { ...answer, kind: 'action_proposed', text };
    const outcome = completedOf({ kind: 'completed', text, data: JSON.stringify(proposed) });
    const calls = acts.map(({ idempotencyKey: id, name, arguments: given }) => ({
      ...{ id, type: 'function', function: { name, arguments: given } },
    }));
    const message = { content: null, refusal: null, tool_calls: calls };
    expect(completion(head, outcome)).toMatchObject({
      choices: [{ finish_reason: 'tool_calls', message }],
      imprimatur: proposed,
    });
    expect(completionChunks(head, outcome, false).map(({ choices }) => choices)).toMatchObject([
      [{ delta: { tool_calls: [{ index: 0, ...calls[0] }] }, finish_reason: null }],
      [{ delta: { tool_calls: [{ index: 1, ...calls[1] }] }, finish_reason: null }],
      [{ delta: {}, finish_reason: 'tool_calls' }],
    ]);
  });

  it.each<[string, ClientView, OutcomeCode]>([
    ['rejected', failedView('parse.mixed_text'), 'parse.mixed_text'],
    ['taken back', retractedView, answerRetractedV1.example.code as OutcomeCode],
  ])('given an answer that was %s, then the finish is content_filter, without content', (_name, view, code) => {
    const outcome = completedOf(view);
    const [choice] = completion(head, outcome).choices;
    const sentence = codes[code].client;
    expect(choice).toMatchObject({ finish_reason: 'content_filter', message: { content: null, refusal: sentence } });
    expect(completion(head, outcome).imprimatur).toMatchObject({ code });
    const chunks = completionChunks(head, outcome, false);
    expect(chunks.map(({ choices }) => choices)).toMatchObject([
      [{ delta: { role: 'assistant', refusal: sentence }, finish_reason: null }],
      [{ delta: {}, finish_reason: 'content_filter' }],
    ]);
  });

  it.each<ClientView>([{ kind: 'waiting' }, { kind: 'deferred', data: '{}' }])(
    'given %j, then there is none',
    (view) => {
      expect(chatOutcome(view)).toBeUndefined();
    },
  );
});

describe('an outcome without an answer', () => {
  it('given any code that ends a question, then it is withheld or has an error status', () => {
    for (const code of Object.keys(codes).filter(isOutcomeCode)) {
      const outcome = chatOutcome(failedView(code)) as ChatOutcome;
      if (outcome.kind === 'withheld') continue;
      expect(outcome).toMatchObject({ kind: 'failed', code, status: statusOfOutcome(code) });
      expect([400, 404, 413, 500, 502, 503, 504]).toContain(statusOfOutcome(code));
    }
  });

  it.each<[OutcomeCode, number, string]>([
    ['provider.unobserved', 502, 'server_error'],
    ['provider.rate_limited', 503, 'server_error'],
    ['delivery.deadline', 504, 'server_error'],
    ['internal.dead_letter', 500, 'server_error'],
    ['question.invalid', 400, 'invalid_request_error'],
  ])('given %s, then %i and an error object with the interaction', (code, status, type) => {
    const outcome = chatOutcome(failedView(code));
    if (outcome?.kind !== 'failed') throw new Error('not a failure');
    expect(outcome.status).toBe(status);
    const error = { message: codes[code].client, type, param: null, code, imprimatur: makeNotice(place, 2, code) };
    expect(errorOfFailure(outcome)).toEqual({ error });
  });

  it('given a problem at a pointer, then its param is written as this API writes it', () => {
    const problem = new HttpProblem(400, 'http.unsupported_member', '/messages/2/content/0');
    expect(errorOfProblem(problem).error).toEqual({
      message: 'A member of the request, or its value, that this route does not take.',
      type: 'invalid_request_error',
      param: 'messages[2].content[0]',
      code: 'http.unsupported_member',
    });
    expect(errorOfProblem(new HttpProblem(400, 'http.invalid', '')).error.param).toBeNull();
  });
});
