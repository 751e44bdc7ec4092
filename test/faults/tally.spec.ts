import { type IncomingRecord } from '#libs/contracts';

import { Outcomes } from './outcomes.js';
import { type PlannedQuestion } from './question-plan.js';
import { type Evidence, tallyOf } from './tally.js';

const canary = (digit: string) => `canary-${digit.repeat(18)}`;
const question = (interactionId: string, ends: readonly string[] = ['completed']): PlannedQuestion => ({
  interactionId,
  by: 'kafka',
  body: {},
  ends,
});

function record(topic: string, data: object | string, headers: Record<string, string> = {}): IncomingRecord {
  const value = Buffer.from(typeof data === 'string' ? data : JSON.stringify(data));
  const pairs = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)] as const);
  return { topic, partition: 0, offset: '0', timestamp: '1000', key: null, headers: pairs, value };
}

const completed = (interactionId: string, text = '') =>
  record('published.web.v1', { interactionId, text }, { ce_type: 'answer.completed.v1' });
const failed = (interactionId: string, code: string) =>
  record('published.web.v1', { interactionId, code }, { ce_type: 'answer.failed.v1' });
const drafted = (interactionId: string, attempts: number) =>
  record('answers.drafted.v1', {
    namespace: 'default',
    interactionId,
    ordinal: 0,
    attempts: Array.from({ length: attempts }, (_, index) => ({ number: index + 1 })),
  });

function tally(
  questions: readonly PlannedQuestion[],
  records: readonly IncomingRecord[],
  more: Partial<Evidence> = {},
) {
  const outcomes = new Outcomes();
  for (const one of records) outcomes.take(one);
  const nothing = { markers: [], approved: new Map(), bodies: [], silent: [], attemptsAllowed: 3 };
  return tallyOf({ questions, records, outcomes, ...nothing, ...more });
}

describe('the count of outcomes', () => {
  it('given one answered, one failed and one without an outcome, then each is counted once', () => {
    const found = tally(
      [question('a'), question('b'), question('c')],
      [completed('a'), failed('b', 'provider.broken')],
    );
    expect(found).toMatchObject({ completed: 1, failedByCode: { 'provider.broken': 1 }, lost: 1 });
    expect(found.unplanned).toEqual({ 'provider.broken': 1 });
  });

  it('given a failure that is the plan, then it is counted and not held against anybody', () => {
    const found = tally([question('a', ['provider.idle'])], [failed('a', 'provider.idle')]);
    expect(found).toMatchObject({ failedByCode: { 'provider.idle': 1 }, unplanned: {} });
  });

  it('given an outcome again, then the same bytes are a duplicate and other bytes a conflict', () => {
    expect(tally([question('a')], [completed('a'), completed('a')])).toMatchObject({ duplicates: 1, conflicting: 0 });
    expect(tally([question('a')], [completed('a'), completed('a', 'else')])).toMatchObject({ conflicting: 1 });
  });

  it('given outcomes of other questions, then they are not counted here', () => {
    expect(tally([question('a')], [completed('b'), completed('b', 'else')])).toMatchObject({ lost: 1, conflicting: 0 });
  });
});

describe('the search for leaks', () => {
  const approved = new Map([[canary('a'), 'a']]);
  const leaked = (records: readonly IncomingRecord[], more: Partial<Evidence> = {}) =>
    tally([], records, { approved, ...more }).leaked;

  it('given an approved canary in its own answer, then nothing leaked; in another answer or a header, then it did', () => {
    expect(leaked([completed('a', canary('a'))])).toBe(0);
    expect(leaked([completed('b', canary('a'))])).toBe(1);
    const headers = { ce_type: 'answer.completed.v1', x: canary('b') };
    expect(leaked([record('published.web.v1', { interactionId: 'a' }, headers)])).toBe(1);
  });

  it('given a canary that nobody approved, then a client topic and a fetched body must not hold it, a draft may', () => {
    expect(leaked([completed('a', canary('b'))])).toBe(1);
    expect(leaked([record('answers.drafted.v1', canary('b'))])).toBe(0);
    expect(leaked([], { bodies: [{ interactionId: 'a', text: canary('b') }] })).toBe(1);
    expect(leaked([], { bodies: [{ interactionId: 'a', text: canary('a') }] })).toBe(0);
  });

  it('given any canary in a log or a metric, then it leaked, approved or not', () => {
    expect(leaked([], { silent: [canary('a')] })).toBe(1);
  });
});

describe('the count of calls', () => {
  const paidTwice = (markers: readonly string[], records: readonly IncomingRecord[]) =>
    tally([], records, { markers }).paidTwice;

  it('given as many requests as the draft says attempts, or fewer, then nothing was paid twice', () => {
    expect(paidTwice(['default/a/0/1', 'default/a/0/2'], [drafted('a', 2)])).toBe(0);
    expect(paidTwice([], [drafted('a', 1)])).toBe(0);
  });

  it('given a request that no draft knows, one under a used marker, or one beyond the limit, then each counts', () => {
    expect(paidTwice(['default/a/0/1', 'default/a/0/2'], [drafted('a', 1)])).toBe(1);
    expect(paidTwice(['default/a/0/1', 'default/a/0/1'], [drafted('a', 2)])).toBe(1);
    expect(
      paidTwice(
        ['1', '2', '3', '4'].map((n) => `default/a/0/${n}`),
        [drafted('a', 4)],
      ),
    ).toBe(1);
    expect(paidTwice(['default/a/0/1'], [record('answers.drafted.v1', 'not JSON')])).toBe(1);
  });
});

describe('unobserved questions', () => {
  it('given one that the provider was asked more than once, then it is told apart', () => {
    const records = [
      failed('a', 'provider.unobserved'),
      failed('b', 'provider.unobserved'),
      drafted('a', 2),
      drafted('b', 1),
    ];
    const markers = ['default/a/0/1', 'default/a/0/2', 'default/b/0/1'];
    expect(tally([question('a'), question('b')], records, { markers }).unobservedAskedAgain).toBe(1);
  });
});
