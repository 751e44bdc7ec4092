import fc from 'fast-check';

import {
  answerDraftedV1,
  type Choice,
  type ContextWindow,
  type Draft,
  eventBytes,
  makeEvent,
  type OutgoingEvent,
  type Question,
  questionAskedV1,
  questionDigest,
  topicNamed,
} from '#libs/contracts';
import { sha256 } from '#libs/kernel';

import { choice, draftOfChoices } from '../domain/drafts-in-spec.js';
import { maxTextBytes } from '../domain/json/read-json.js';
import { type SliceInSpec, sliceInSpec } from './slice-in-spec.js';

/** Text that a serialiser makes longer: quotes and line feeds double, other controls grow sixfold, `é` is two bytes. */
const fillers = ['a', '"', '\n', '\u0001', 'é', '漢', '😀', '[1] ', '[9999] ', '`', '](', 'a\n\n'];
const limitOf = (topic: string): number => topicNamed(topic)?.limitBytes ?? 0;
const longName = (kind: string, index: number): string => `${kind}-${index}-`.padEnd(200, 'n');

/** Grows a value until `bytes` says that one more would not fit. */
function largest<T>(grow: (count: number) => T, fits: (value: T) => boolean): T {
  let [low, high] = [0, 256];
  while (fits(grow(high))) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(grow(middle))) low = middle;
    else high = middle;
  }
  return grow(low);
}

/** The kinds of question whose 256 kB are spent on one thing. */
const questions: Record<string, (count: number, filler: string) => Question> = {
  'a long question': (count, filler) => ({ ...place, question: `?${filler.repeat(count)}` }),
  'many entities': (count) => ({
    ...place,
    question: '?',
    context: { entities: names(count).map((identity) => ({ documentType: longName('kind', 0), identity })) },
  }),
  'many references': (count, filler) => ({
    ...place,
    question: '?',
    context: {
      references: names(count).map((id) => ({
        id,
        entity: { documentType: longName('kind', 0), identity: id },
        revision: longName('revision', 0),
        digest: sha256(id),
        applicability: filler.repeat(1000).slice(0, 996).toWellFormed(),
        readers: 'everyone',
        text: '',
        executionRecord: 'unknown',
      })),
    },
  }),
};
const place = { interactionId: 'i'.repeat(64), namespace: 'n'.repeat(40), channel: 'c'.repeat(40) };
const names = (count: number): string[] =>
  Array.from({ length: Math.min(count, 2000) }, (_none, at) => longName('n', at));

const made = new Map<string, Question>();

function largestQuestion(kind: string, filler: string): Question {
  const name = `${kind} of ${filler}`;
  const question = made.get(name) ?? largestQuestionOf(kind, filler);
  made.set(name, question);
  return question;
}

function largestQuestionOf(kind: string, filler: string): Question {
  const grow = questions[kind] ?? (() => ({ ...place, question: '?' }));
  const fits = (question: Question): boolean => {
    const event = {
      definition: questionAskedV1,
      data: question,
      id: place.interactionId,
      source: 'urn:x',
      time: '2026-11-30T13:00:00Z',
    };
    const many = (question.context?.entities ?? question.context?.references ?? []).length;
    return makeEvent(event).ok && many < 2000;
  };
  return largest((count) => grow(count, filler), fits);
}

/** The kinds of response text that spend all they may on one thing. */
const responses: Record<string, (count: number, filler: string, window: ContextWindow) => string> = {
  'a long answer': (count, filler) => contract({ answer: `x${filler.repeat(count)}` }),
  'many limitations': (count, filler) => contract({ limitations: Array.from({ length: count }, () => filler) }),
  'many unknown citations': (count) =>
    contract({ documentationCitations: Array.from({ length: count }, () => 'none') }),
  'every known citation': (count, _filler, { entities, references }) =>
    contract({
      answer: `x [1-${Math.max(references.length, 1)}]`,
      entityCitations: [...entities, ...references.map(({ entity }) => entity)]
        .slice(0, count)
        .map(({ documentType, identity }) => ({ documentType, identity })),
      documentationCitations: references.slice(0, count).map(({ id }) => id),
      limitations: [' '.repeat(Math.max(0, count - 10_000))],
    }),
  'no JSON at all': (count, filler) => filler.repeat(count),
  'many faults of form': (count) => `{${'"a":1e999,"a":"\\u0000",'.repeat(count)}"b":1}`,
};
const contract = (more: object): string =>
  JSON.stringify({ answer: 'x', entityCitations: [], documentationCitations: [], limitations: [], ...more });

interface Shape {
  readonly question: string;
  readonly response: string;
  readonly filler: string;
  readonly ordinal: 0 | 1;
  readonly generationKind: Draft['generationKind'];
  readonly finish: Choice['finish'];
}

/** The largest draft of a shape that generation can publish: text within its own limit, event within its topic's. */
function largestDraft({ question, response, filler, ordinal, generationKind, finish }: Shape): Draft {
  const asked = largestQuestion(question, filler);
  const { entities = [], fragments = [], references = [] } = asked.context ?? {};
  const window = { entities, fragments, references };
  const write = responses[response] ?? (() => '');
  const base = draftOfChoices([], {
    ...place,
    window,
    ordinal,
    generationKind,
    questionDigest: questionDigest(asked),
    request: { ...answerDraftedV1.example.request, question: asked.question, conversationId: place.interactionId },
  });
  const grow = (count: number): Draft => ({
    ...base,
    outcome: { kind: 'response', model: null, choices: [choice(write(count, filler, window), { finish })] },
  });
  return largest(grow, (draft) => textBytes(draft) <= maxTextBytes && fitsItsTopic(draft));
}

function textBytes({ outcome }: Draft): number {
  return outcome.kind === 'response' ? Buffer.byteLength(outcome.choices[0]?.content ?? '') : 0;
}

function fitsItsTopic(data: Draft): boolean {
  const id = '00000000-0000-5000-8000-000000000000';
  const traceparent = '0'.repeat(55);
  const plan = {
    definition: answerDraftedV1,
    data,
    id,
    source: 'urn:imprimatur:generation',
    time: '2026-11-30T13:00:00.500Z',
  };
  return makeEvent({ ...plan, traceparent }).ok;
}

const shapes = fc.record<Shape>({
  question: fc.constantFrom(...Object.keys(questions)),
  response: fc.constantFrom(...Object.keys(responses)),
  filler: fc.constantFrom(...fillers),
  ordinal: fc.constantFrom(0, 1),
  generationKind: fc.constantFrom<Draft['generationKind'][]>('REAL_MODEL', 'DETERMINISTIC'),
  finish: fc.constantFrom<Choice['finish'][]>('complete', 'complete', 'complete', 'truncated'),
});

describe('the largest legal question and response', () => {
  let slice: SliceInSpec;
  beforeAll(async () => {
    slice = await sliceInSpec();
  });

  const eventsOf = async (draft: Draft): Promise<readonly OutgoingEvent[]> => {
    const result = await slice.handle(draft);
    return result.kind === 'done' ? result.events : [];
  };

  it('given any shape of it, then one event follows, within the limit of its topic', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (shape) => {
        const events = await eventsOf(largestDraft(shape));
        expect(events).toHaveLength(1);
        for (const event of events) expect(eventBytes(event)).toBeLessThanOrEqual(limitOf(event.topic));
      }),
      { numRuns: 20 },
    );
    expect(new Set(slice.counted.map((counted) => counted.split(' ')[0])).size).toBeGreaterThan(1);
  }, 60_000);

  it('given the longest answer that fits its topic, then it is approved, and withheld with one word more', async () => {
    const drafted = (count: number): Draft =>
      draftOfChoices([choice(contract({ answer: 'word '.repeat(count) }))], place);
    const topicAt = async (count: number) => (await eventsOf(drafted(count)))[0]?.topic;
    let [low, high] = [1, 50_000];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((await topicAt(middle)) === 'answers.approved.v1') low = middle;
      else high = middle;
    }
    const [approved, rejected] = [(await eventsOf(drafted(low)))[0], (await eventsOf(drafted(high)))[0]];
    expect([approved?.topic, rejected?.topic]).toEqual(['answers.approved.v1', 'answers.rejected.v1']);
    expect(approved && limitOf(approved.topic) - eventBytes(approved)).toBeLessThan(10);
    expect(rejected && JSON.parse(rejected.value.toString())).toMatchObject({ code: 'answer.too_large' });
  }, 60_000);
});
