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

import { askingOf, configurationWith, scriptedProfile } from '../fixtures/configuration.fixture-spec.js';
import { unknownUsage } from './cost.js';
import { extractiveDraft, failureDraft, modelDraft, preparedFor } from './draft.js';
import { draftEvent } from './draft-event.js';
import { compose } from './extractive.js';
import { routeFor } from './routing.js';

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

function groundOf(question: Question, model = false) {
  const configuration = model ? configurationWith(scriptedProfile()) : configurationWith();
  const job = {
    ...{ namespace: 'default', interactionId: question.interactionId, ordinal: 0 as const, channel: 'web' },
    questionDigest: digestOfJson(question),
    content: { question, errors: [] },
    traceparent: undefined,
  };
  const attempt = { number: 1, state: 'RECEIVED', code: null, latencyMs: 1, usage: unknownUsage } as const;
  const route = routeFor(configuration, askingOf(question));
  return { job, configuration, route, attempts: model ? [attempt] : [] };
}

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
    const ground = groundOf(question);
    const drafts = [
      extractiveDraft(ground, compose(preparedFor(ground.job, null).window)),
      failureDraft(ground, 'provider.broken'),
      ...[1000, 1_000_000].map((length) =>
        modelDraft(groundOf(question, true), { model: 'm', choices: [choice('"'.repeat(length))] }),
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
    const draft = modelDraft(groundOf(question, true), { model: null, choices: [choice('a\ud800')] });
    const sent = JSON.parse(draftEvent(draft, time, undefined).event.value.toString()) as Draft;
    expect(sent.outcome).toMatchObject({ kind: 'response', choices: [{ content: 'a\ud800' }] });
  });

  it('given no source text, then a model answers as a supplement', () => {
    const question = { interactionId: 'question-1', channel: 'web', question: '?' };
    const draft = modelDraft(groundOf(question, true), { model: null, choices: [choice('x')] });
    expect(draft).toMatchObject({ answerSource: 'MODEL_SUPPLEMENT', evidence: { mode: 'NOT_ASSESSED', gaps: 0 } });
  });

  it('given the same job, then the same event id, and another one for the repair', () => {
    const ground = groundOf({ interactionId: 'question-1', channel: 'web', question: '?' });
    const idOf = (ordinal: 0 | 1) =>
      draftEvent(failureDraft({ ...ground, job: { ...ground.job, ordinal } }, 'provider.broken'), time, undefined).event
        .id;
    expect(idOf(0)).toBe(idOf(0));
    expect(idOf(0)).not.toBe(idOf(1));
  });
});
