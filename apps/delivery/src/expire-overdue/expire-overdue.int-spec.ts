import { type OutgoingEvent, reviewRequestedV1, questionDigest } from '#libs/contracts';
import { type EventFlow, type Transactions } from '#libs/event-flow';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { postgresOverdueQuestions } from '../adapters/postgres/postgres-overdue-questions.js';
import { dataOf, openTrial, type Trial } from '../fixtures/trial.fixture-spec.js';
import { onReviewRequested } from '../on-review-requested/on-review-requested.js';
import { expireOverdue } from './expire-overdue.js';

describe('expire overdue', () => {
  let database: TestDatabase;
  let trial: Trial;
  let emitted: OutgoingEvent[];

  beforeAll(async () => {
    database = await testDatabase('delivery');
    trial = await openTrial(database.url);
  });
  beforeEach(async () => {
    emitted = [];
    await trial.dataSource.query('delete from questions');
  });
  afterAll(async () => {
    await trial?.dataSource.destroy();
    await database?.drop();
  });

  const transactions: Transactions = {
    run: (work) => trial.dataSource.transaction((tx) => work(tx, (...events) => emitted.push(...events))),
  };
  const sweep = (lag: EventFlow['lag']) =>
    expireOverdue({
      overdue: postgresOverdueQuestions(trial.dataSource),
      questions: trial.ports.questions,
      flow: { transactions, lag },
      clock: () => Date.parse('2026-11-30T12:00:02Z'),
    });
  const overdueBy = (seconds: number, id: string) =>
    trial.dataSource.query(
      `update questions set deadline_at = now() - $1 * interval '1 second' where interaction_id = $2`,
      [seconds, id],
    );
  const asked = async (seconds: number) => {
    const question = await trial.ask();
    await overdueBy(seconds, question.interactionId);
    return question;
  };

  it('given a question whose time is up and no lag, then it fails as delivery.deadline', async () => {
    const question = await asked(1);
    expect(await sweep(async () => 0)).toBe(1);
    expect(emitted.map(dataOf)).toMatchObject([{ code: 'delivery.deadline', sequence: 2 }]);
    expect(await trial.row(question)).toMatchObject({ state: 'FAILED', code: 'delivery.deadline' });
  });

  it.each([
    ['outcomes lie unread', 3],
    ['the lag cannot be known', null],
  ])('given that %s, then a question is failed only 30 s past its deadline', async (_name, lag) => {
    const young = await asked(25);
    const old = await asked(35);
    expect(await sweep(async () => lag)).toBe(1);
    expect(await trial.row(young)).toMatchObject({ state: 'OPEN' });
    expect(await trial.row(old)).toMatchObject({ state: 'FAILED' });
  });

  it('given nothing overdue, then the lag is not even asked for', async () => {
    await trial.ask();
    const lag = jest.fn(async () => 0);
    expect(await sweep(lag)).toBe(0);
    expect(lag).not.toHaveBeenCalled();
  });

  it('given a deferred question whose reviewer’s time is up, then it fails likewise', async () => {
    const question = await trial.ask();
    const { interactionId, namespace, channel } = question;
    const request = { interactionId, namespace, channel, questionDigest: questionDigest(question) };
    const data = { ...reviewRequestedV1.example, ...request };
    await trial.take(reviewRequestedV1, onReviewRequested(trial.ports), data);
    await overdueBy(1, interactionId);
    expect(await sweep(async () => 0)).toBe(1);
    expect(await trial.row(question)).toMatchObject({ state: 'FAILED', code: 'delivery.deadline' });
  });

  it('given more than one round holds, then all are failed, each once, by two sweeps at once', async () => {
    await Promise.all(Array.from({ length: 130 }, () => asked(1)));
    const counts = await Promise.all([sweep(async () => 0), sweep(async () => 0)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(130);
    expect(new Set(emitted.map(({ id }) => id)).size).toBe(130);
    expect(emitted).toHaveLength(130);
  });
});
