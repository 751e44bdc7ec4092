import {
  answerApprovedV1,
  type IncomingRecord,
  type Question,
  questionAskedV1,
  questionDigest,
  readQuestion,
  terminalId,
} from '#libs/contracts';
import { deadLetter, type SliceResult } from '#libs/event-flow';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import {
  dataOf,
  eventsOf,
  newQuestion,
  openTrial,
  recordOf,
  type Trial,
  typesOf,
} from '../fixtures/trial.fixture-spec.js';
import { configuration } from '../fixtures/configuration.fixture-spec.js';
import { onAnswerApproved } from '../on-answer-approved/on-answer-approved.js';
import { onQuestionAsked } from './on-question-asked.js';
import { onQuestionRefused } from './on-question-refused.js';

describe('on question asked', () => {
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

  const ask = (question: Question): Promise<SliceResult> =>
    trial.take(
      questionAskedV1,
      onQuestionAsked(trial.ports, () => configuration),
      question,
    );

  /** A bare record, as a stranger's client sends it. */
  const send = async (value: unknown): Promise<SliceResult> => {
    const record: IncomingRecord = recordOf('questions.asked.v1', Buffer.from(JSON.stringify(value)));
    const read = readQuestion(record, 'cluster');
    if (read.ok) throw new Error('the question was to be refused');
    const { signal } = new AbortController();
    return trial.inTransaction((tx) =>
      onQuestionRefused(trial.ports, () => configuration)(read.failure, record, { tx, signal }),
    );
  };

  it('given a new question, then its row is open and keeps what the client is held to', async () => {
    const question = newQuestion();
    expect(eventsOf(await ask(question))).toEqual([]);
    expect(await trial.row(question)).toMatchObject({
      state: 'OPEN',
      asked: { channel: 'web', questionDigest: questionDigest(question), principal: { kind: 'human', id: 'ada' } },
    });
  });

  it('given no principal, then the row is the anonymous one', async () => {
    const { principal: _, ...question } = newQuestion();
    await ask(question);
    expect((await trial.row(question))?.asked?.principal).toEqual({ kind: 'anonymous', id: 'anonymous' });
  });

  it('given the same id again, whatever the question, then the row is as it was', async () => {
    const question = newQuestion();
    await ask(question);
    const before = await trial.row(question);
    expect(eventsOf(await ask(question))).toEqual([]);
    expect(eventsOf(await ask({ ...question, question: 'another one' }))).toEqual([]);
    expect(await trial.row(question)).toEqual(before);
  });

  it.each([
    ['an unknown channel', { channel: 'nowhere' }],
    ['a channel that does not serve the namespace', { channel: 'desk', namespace: 'other' }],
  ])('given %s, then there is no row, and a dead letter that can be replayed', async (_name, parts) => {
    const question = newQuestion(parts);
    expect(await ask(question)).toEqual(deadLetter('question.unknown_channel', '/channel'));
    expect(await trial.row(question)).toBeUndefined();
  });

  it('given a channel that generation knew first, when the question is replayed, then its answer goes out', async () => {
    const question = newQuestion({ channel: 'new' });
    await ask(question);
    await trial.take(answerApprovedV1, onAnswerApproved(trial.ports), await trial.answerTo(question));
    const known = {
      ...configuration,
      channels: [...configuration.channels, { id: 'new', namespaces: 'every' as const }],
    };
    expect(
      typesOf(
        await trial.take(
          questionAskedV1,
          onQuestionAsked(trial.ports, () => known),
          question,
        ),
      ),
    ).toEqual(['answer.completed.v1']);
  });

  it.each([
    ['question.unknown_member', { colour: 'red' }],
    ['question.invalid', { timeoutMs: 5 }],
    ['not_supported_yet', { retrieval: { strategy: 'keyword', limit: 1 } }],
    ['question.ill_formed', { question: 'a\u0000b' }],
  ])('given a question that is refused as %s, then it is answered with that code', async (code, parts) => {
    const question = newQuestion();
    const [event] = eventsOf(await send({ ...question, ...parts }));
    expect(event).toMatchObject({
      id: terminalId('default', question.interactionId),
      headers: { ce_type: 'answer.failed.v1' },
    });
    expect(dataOf(event)).toMatchObject({ sequence: 2, code, message: 'The question was not accepted.' });
    expect(await trial.row(question)).toMatchObject({ state: 'FAILED', code });
  });

  it('given a refused question under the id of an open one, then the open one is untouched', async () => {
    const question = await trial.ask();
    expect(eventsOf(await send({ ...question, colour: 'red' }))).toEqual([]);
    expect(await trial.row(question)).toMatchObject({ state: 'OPEN' });
  });

  it.each([
    ['no readable id', { interactionId: 'short' }],
    ['an unknown channel', { channel: 'nowhere', colour: 'red' }],
  ])('given a refused question with %s, then nobody is told', async (_name, parts) => {
    expect(eventsOf(await send({ ...newQuestion(), ...parts }))).toEqual([]);
  });

  it('given a refused question, when it is sent again in good order, then the id stays failed', async () => {
    const question = newQuestion();
    await send({ ...question, colour: 'red' });
    expect(typesOf(await ask(question))).toEqual([]);
    expect(await trial.row(question)).toMatchObject({ state: 'FAILED' });
  });
});
