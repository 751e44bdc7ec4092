import {
  answerDraftedV1,
  type Draft,
  eventBytes,
  type Choice,
  makeEvent,
  type Question,
  questionAskedV1,
  topicNamed,
} from '#libs/contracts';
import { digestOfJson, sha256 } from '#libs/kernel';

import { configurationWith } from '../fixtures/configuration.fixture-spec.js';
import { planned } from '../fixtures/planned.fixture-spec.js';
import { unknownUsage } from './cost.js';
import { composedDraft, failureDraft, modelDraft } from './draft.js';
import { draftEvent } from './draft-event.js';
import { composedAnswer } from './plan.js';

const limitOf = (topic: string): number => topicNamed(topic)?.limitBytes ?? 0;
const time = '2026-11-30T12:00:00.000Z';

/** A question as large as its topic lets through, filled by references and a fragment. */
function largestQuestion(fill: string): Question {
  const references = Array.from({ length: 100 }, (_, at) => ({
    id: `r${at}`,
    entity: { documentType: 'Order', identity: `${at}` },
    revision: '1',
    digest: sha256(`${at}`),
    applicability: 'a'.repeat(1000),
    readers: 'everyone' as const,
    text: fill,
    executionRecord: 'recorded' as const,
  }));
  const question = { interactionId: 'largest-question', channel: 'web', question: '?', context: { references } };
  const event = (text: string) =>
    makeEvent({
      definition: questionAskedV1,
      data: { ...question, question: text },
      id: 'x'.repeat(36),
      source: 'urn:x',
      time,
    });
  const empty = event('?');
  if (!empty.ok) throw new Error('the references alone are too large');
  const room = limitOf('questions.asked.v1') - eventBytes(empty.value);
  const largest = event('q'.repeat(room));
  if (!largest.ok) throw new Error('not at the limit');
  return { ...question, question: 'q'.repeat(room) };
}

const attempt = { number: 1, state: 'RECEIVED', code: null, latencyMs: 1, usage: unknownUsage } as const;
const byModel = (question: Question) => ({ ...planned(question), attempts: [attempt] });

const choice = (content: string): Choice => ({
  index: 0,
  content,
  refusal: null,
  reasoning: null,
  toolCalls: [],
  finish: 'complete',
  finishReason: 'stop',
});

describe('the draft event', () => {
  const fills = [
    ['plain', 'x'],
    ['quotes', '"'.repeat(400)],
    ['four bytes', '🙂'.repeat(200)],
    ['control', '\u0001'.repeat(120)],
  ];
  it.each(fills)('given the largest question filled with %s, then every draft of it fits its topic', (_what, fill) => {
    const question = largestQuestion(fill ?? '');
    const ground = planned(question, configurationWith());
    const drafts = [
      composedDraft(ground, composedAnswer(ground.plan)),
      failureDraft(ground, 'provider.broken'),
      ...[1000, 1_000_000].map((length) =>
        modelDraft(byModel(question), { model: 'm', choices: [choice('"'.repeat(length))] }),
      ),
    ];
    for (const draft of drafts) {
      const { event, draft: sent, draftDigest } = draftEvent(draft, time, undefined);
      expect(eventBytes(event)).toBeLessThanOrEqual(limitOf('answers.drafted.v1'));
      expect(answerDraftedV1.checkRead(JSON.parse(event.value.toString()))).toBeUndefined();
      expect(draftDigest).toBe(sha256(event.value));
      expect(sent.contextDigest).toBe(digestOfJson(sent.window));
    }
  });

  it('given a lone surrogate in the response, then the draft carries it as it came: validation judges it', () => {
    const question = { interactionId: 'question-1', channel: 'web', question: '?' };
    const draft = modelDraft(byModel(question), { model: null, choices: [choice('a\ud800')] });
    const sent = JSON.parse(draftEvent(draft, time, undefined).event.value.toString()) as Draft;
    expect(sent.outcome).toMatchObject({ kind: 'response', choices: [{ content: 'a\ud800' }] });
  });

  it('given no source text, then a model answers as a supplement', () => {
    const question = { interactionId: 'question-1', channel: 'web', question: '?' };
    const draft = modelDraft(byModel(question), { model: null, choices: [choice('x')] });
    expect(draft).toMatchObject({ answerSource: 'MODEL_SUPPLEMENT', evidence: { mode: 'NO_MATCH', gaps: 0 } });
  });

  it('given what is asked beside the question, then the draft carries it on, and no more than it', () => {
    const target = { documentType: 'Order', identity: 'A-1' };
    const beside = {
      targets: [target],
      intent: { actions: ['explain'], targets: [target], limits: { length: 'short' } },
      goals: [{ id: 'g', kind: 'outcome' as const, text: 'the order is found' }],
      account: { team: 't1' },
    };
    const context = { identityPatterns: ['A-\\d+'], executedActions: [], planVersion: '3', snapshot: { at: 'noon' } };
    const question = { interactionId: 'question-1', channel: 'web', question: '?', ...beside, context };
    const { request } = failureDraft(planned(question), 'provider.broken');
    const { identityPatterns, executedActions } = context;
    expect(request).toMatchObject({ ...beside, identityPatterns, executedActions });
    expect(request).not.toHaveProperty('snapshot');
    expect(Object.keys(failureDraft(planned({ ...question, context: {} }), 'provider.broken').request)).toEqual([
      ...['question', 'locale', 'conversationId', 'principal', 'timeoutMs', 'riskLevel', 'workflow', 'model', 'agent'],
      ...['targets', 'intent', 'goals', 'account'],
    ]);
  });

  it('given a provider that failed, then the draft says how far the sources reached, and not that there were none', () => {
    const context = { fragments: [{ id: 'docs/x', text: 'x' }] };
    const question = { interactionId: 'question-1', channel: 'web', question: '?', context };
    expect(failureDraft(planned(question), 'provider.unavailable')).toMatchObject({
      evidence: { mode: 'MATCHED' },
      outcome: { kind: 'failure', code: 'provider.unavailable' },
    });
  });

  it('given the same job, then the same event id, and another one for the repair', () => {
    const ground = planned({ interactionId: 'question-1', channel: 'web', question: '?' });
    const idOf = (ordinal: 0 | 1) =>
      draftEvent(failureDraft({ ...ground, job: { ...ground.job, ordinal } }, 'provider.broken'), time, undefined).event
        .id;
    expect(idOf(0)).toBe(idOf(0));
    expect(idOf(0)).not.toBe(idOf(1));
  });
});
