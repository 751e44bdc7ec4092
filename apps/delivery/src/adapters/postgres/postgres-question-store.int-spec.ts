import { answerApprovedV1, type PublishedAnswer } from '#libs/contracts';
import { type SliceResult, type Transaction } from '#libs/event-flow';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { eventsOf, incoming, newQuestion, openTrial, type Trial } from '../../fixtures/trial.fixture-spec.js';
import { onAnswerApproved } from '../../on-answer-approved/on-answer-approved.js';

const { signal } = new AbortController();

describe('the question store under a batch', () => {
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

  const ask = (count: number) => Promise.all(Array.from({ length: count }, () => trial.ask()));
  const idsOf = (questions: readonly ReturnType<typeof newQuestion>[]) =>
    questions.map(({ namespace, interactionId }) => ({ namespace, interactionId }));
  const take = (tx: Transaction, answer: PublishedAnswer): Promise<SliceResult> =>
    onAnswerApproved(trial.ports)(incoming(answerApprovedV1, answer), { tx, signal });
  const counted = (tx: Transaction): string[] => {
    const verbs: string[] = [];
    const query = tx.query.bind(tx);
    tx.query = ((sql: string, values: unknown[]) => (verbs.push(sql.slice(0, 6)), query(sql, values))) as typeof query;
    return verbs;
  };

  it('given 50 answers at once, then all are locked by one statement, and few more move them', async () => {
    const answers = await Promise.all((await ask(50)).map((question) => trial.answerTo(question)));
    await trial.dataSource.transaction(async (tx) => {
      const verbs = counted(tx);
      const results = await Promise.all(answers.map((answer) => take(tx, answer)));
      expect(results.flatMap(eventsOf)).toHaveLength(50);
      expect(verbs.filter((verb) => verb === 'select')).toHaveLength(1);
      expect(verbs.length).toBeLessThan(25);
    });
    for (const answer of answers) expect(await trial.row(answer)).toMatchObject({ state: 'COMPLETED' });
  });

  it('given known ids, new ones and one of them twice, then each is locked, and made for one caller alone', async () => {
    const [known, made] = [await trial.ask(), newQuestion()];
    const ids = idsOf([made, known, made]);
    await trial.dataSource.transaction(async (tx) => {
      const locked = await Promise.all(ids.map((id) => trial.ports.questions.lockOrMake(tx, id)));
      expect(locked.map(({ state }) => state)).toEqual(['ABSENT', 'OPEN', 'AWAITING']);
      expect(locked.map(({ interactionId }) => interactionId)).toEqual(ids.map(({ interactionId }) => interactionId));
    });
  });

  it('given two batches with the same ids in opposite order, then neither waits for ever, and one makes each', async () => {
    const ids = idsOf([...(await ask(5)), ...Array.from({ length: 5 }, () => newQuestion())]);
    const lockAll = (order: typeof ids) =>
      trial.dataSource.transaction((tx) => Promise.all(order.map((id) => trial.ports.questions.lockOrMake(tx, id))));
    const states = (await Promise.all([lockAll(ids), lockAll([...ids].reverse())])).flat();
    expect(states.filter(({ state }) => state === 'ABSENT')).toHaveLength(5);
    expect(states.filter(({ state }) => state === 'AWAITING')).toHaveLength(5);
  });

  it('given questions to open of which one has a row, and one comes twice, then each is opened once', async () => {
    const [known, fresh] = [await trial.ask(), newQuestion()];
    const asked = (await trial.row(known))?.asked;
    if (!asked) throw new Error('the question was not asked');
    const opened = await trial.dataSource.transaction((tx) =>
      Promise.all(idsOf([fresh, known, fresh]).map((id) => trial.ports.questions.open(tx, id, asked, 1000))),
    );
    expect(opened).toEqual([true, false, false]);
    expect(await trial.row(fresh)).toMatchObject({ state: 'OPEN', asked });
  });

  it.each([
    ['from a state that its row is not in', (questions: number[]) => questions, 'DEFERRED'],
    ['twice', (questions: number[]) => [...questions, 0], 'OPEN'],
  ] as const)('given moves of which one is made %s, then all fail, and no row changes', async (_name, order, state) => {
    const rows = await Promise.all((await ask(3)).map((question) => trial.row(question)));
    const before = rows.map((row) => ({ ...row! }));
    const last = { ...before[2]!, state };
    const moving = trial.dataSource.transaction((tx) =>
      Promise.allSettled(
        order([0, 1, 2]).map((index) =>
          trial.ports.questions.move(tx, index === 2 ? last : before[index]!, { state: 'FAILED' }),
        ),
      ).then((moves) => {
        expect(new Set(moves.map((move) => move.status))).toEqual(new Set(['rejected']));
        throw new Error('rolled back');
      }),
    );
    await expect(moving).rejects.toThrow('rolled back');
    for (const row of before) expect(await trial.row(row)).toEqual(row);
  });

  it('given two answers to one question in one batch, then the batch fails whole: done singly, the first wins', async () => {
    const question = await trial.ask();
    const answers = [await trial.answerTo(question), await trial.answerTo(question, { text: 'another text' })];
    const batch = trial.dataSource.transaction((tx) => Promise.all(answers.map((answer) => take(tx, answer))));
    await expect(batch).rejects.toThrow('a question left OPEN');
    expect(await trial.row(question)).toMatchObject({ state: 'OPEN' });
    for (const answer of answers) await trial.dataSource.transaction((tx) => take(tx, answer));
    expect(await trial.row(question)).toMatchObject({ published: Buffer.from(JSON.stringify(answers[0])) });
    expect(await trial.lateCodes(question)).toEqual(['delivery.late']);
  });
});
