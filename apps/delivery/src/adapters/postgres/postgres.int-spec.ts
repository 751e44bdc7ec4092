import { answerApprovedV1 } from '#libs/contracts';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { newQuestion, openTrial, type Trial } from '../../fixtures/trial.fixture-spec.js';
import { onAnswerApproved } from '../../on-answer-approved/on-answer-approved.js';
import { countOpenQuestions } from './count-open-questions.js';
import { postgresQuestionViews } from './postgres-question-views.js';
import { sweepQuestions, sweeps } from './sweep-questions.js';

describe('delivery’s tables', () => {
  let database: TestDatabase;
  let trial: Trial;

  beforeAll(async () => {
    database = await testDatabase('delivery');
    trial = await openTrial(database.url);
  });
  afterAll(async () => {
    await trial?.dataSource.destroy();
    await database?.drop();
  });

  const approve = async (question: Parameters<Trial['answerTo']>[0]) =>
    trial.take(answerApprovedV1, onAnswerApproved(trial.ports), await trial.answerTo(question));
  const age = (column: string, days: number, id: string) =>
    trial.dataSource.query(`update questions set ${column} = now() - $1 * interval '1 day' where interaction_id = $2`, [
      days,
      id,
    ]);

  it('given the migrations on an empty database, then nothing is left to generate', async () => {
    const { upQueries } = await trial.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('given an outcome of more than 3 days ago, when swept, then its content goes and its digest stays', async () => {
    const [old, young] = [await trial.ask(), await trial.ask()];
    for (const question of [old, young]) await approve(question);
    await age('outcome_at', 4, old.interactionId);
    expect(await sweepQuestions(trial.dataSource)).toMatchObject({ contents: 1, questions: 0 });
    const before = await trial.row(young);
    expect(before?.published).not.toBeNull();
    expect(await trial.row(old)).toMatchObject({ state: 'COMPLETED', published: null, asked: { channel: 'web' } });
    expect(await approve(old)).toEqual({ kind: 'done', events: [] });
  });

  it('given a key of more than 400 days, or what waited in vain, when swept, then the row goes', async () => {
    const closed = await trial.ask();
    await approve(closed);
    const open = await trial.ask();
    const awaiting = newQuestion();
    await approve(awaiting);
    for (const { interactionId } of [closed, open]) await age('made_at', 401, interactionId);
    await age('made_at', 4, awaiting.interactionId);
    await trial.dataSource.query(`update early_arrivals set came_at = now() - interval '4 days'`);
    expect(await sweepQuestions(trial.dataSource)).toMatchObject({ early: 1, questions: 2 });
    expect(await trial.row(closed)).toBeUndefined();
    expect(await trial.row(awaiting)).toBeUndefined();
    expect(await trial.row(open)).toMatchObject({ state: 'OPEN' });
  });

  it('given any number of questions, then a sweep finds what is due by an index', async () => {
    const plans: Record<string, string> = {};
    await trial.dataSource.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off');
      for (const [name, sql] of Object.entries(sweeps)) plans[name] = JSON.stringify(await tx.query(`explain ${sql}`));
    });
    expect(plans).toEqual({
      contents: expect.stringContaining('questions_published'),
      early: expect.stringContaining('early_arrivals_came'),
      late: expect.stringContaining('late_outcomes_came'),
      replays: expect.stringContaining('replays_noted'),
      awaiting: expect.stringContaining('questions_awaiting'),
      closed: expect.stringContaining('questions_made'),
    });
  });

  it('given more than one slice that is due, when swept, then all of it goes', async () => {
    await trial.dataSource.query(
      `insert into questions (namespace, interaction_id, state, made_at)
       select 'default', 'in-vain-' || n, 'AWAITING', now() - interval '4 days' from generate_series(1, 5001) n`,
    );
    expect(await sweepQuestions(trial.dataSource)).toMatchObject({ questions: 5001 });
  });

  it('given questions, then their states are read together and the open ones are counted', async () => {
    const question = await trial.ask();
    const views = postgresQuestionViews(trial.dataSource);
    const missing = newQuestion();
    const { namespace, interactionId } = question;
    expect(await views.states([question, missing, question])).toContainEqual({
      namespace,
      interactionId,
      state: 'OPEN',
    });
    expect(await views.states([missing])).toEqual([]);
    expect((await countOpenQuestions(trial.dataSource)).get('OPEN')).toBeGreaterThan(0);
  });

  it('given a move from a state that the row is not in, then it throws and nothing changes', async () => {
    const question = await trial.ask();
    const row = await trial.row(question);
    const stale = { ...row!, state: 'DEFERRED' as const };
    const move = trial.dataSource.transaction((tx) => trial.ports.questions.move(tx, stale, { state: 'FAILED' }));
    await expect(move).rejects.toThrow('a question left DEFERRED');
    expect(await trial.row(question)).toEqual(row);
  });
});
