import {
  answerApprovedV1,
  answerRejectedV1,
  answerRetractedV1,
  type PublishedRetraction,
  type Question,
  questionAskedV1,
  questionDigest,
  reviewRequestedV1,
} from '#libs/contracts';
import { type SliceResult } from '#libs/event-flow';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { dataOf, eventsOf, newQuestion, openTrial, type Trial, typesOf } from '../fixtures/trial.fixture-spec.js';
import { configuration } from '../fixtures/configuration.fixture-spec.js';
import { onAnswerApproved } from '../on-answer-approved/on-answer-approved.js';
import { onAnswerRejected } from '../on-answer-rejected/on-answer-rejected.js';
import { onAnswerRetracted } from '../on-answer-retracted/on-answer-retracted.js';
import { onQuestionAsked } from '../on-question-asked/on-question-asked.js';
import { onReviewRequested } from '../on-review-requested/on-review-requested.js';

describe('the life of a question, on its rows', () => {
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

  const about = (question: Question) => {
    const { interactionId, namespace = 'default', channel } = question;
    return { interactionId, namespace, channel, questionDigest: questionDigest(question) };
  };
  const reject = (question: Question, parts: object = {}): Promise<SliceResult> =>
    trial.take(answerRejectedV1, onAnswerRejected(trial.ports), {
      ...answerRejectedV1.example,
      ...about(question),
      ...parts,
    });
  const review = (question: Question, parts: object = {}): Promise<SliceResult> =>
    trial.take(reviewRequestedV1, onReviewRequested(trial.ports), {
      ...reviewRequestedV1.example,
      ...about(question),
      ...parts,
    });
  const approve = async (question: Question): Promise<SliceResult> =>
    trial.take(answerApprovedV1, onAnswerApproved(trial.ports), await trial.answerTo(question));
  const retract = async (question: Question, parts: Partial<PublishedRetraction> = {}): Promise<SliceResult> => {
    const retraction = await trial.sealing.retraction(await trial.answerTo(question), parts);
    return trial.take(answerRetractedV1, onAnswerRetracted(trial.ports), retraction);
  };
  const ask = (question: Question): Promise<SliceResult> =>
    trial.take(
      questionAskedV1,
      onQuestionAsked(trial.ports, () => configuration),
      question,
    );

  it('given a rejection, then the client gets its code and sentence and no more', async () => {
    const question = await trial.ask();
    const [event] = eventsOf(await reject(question));
    expect(dataOf(event)).toEqual({
      interactionId: question.interactionId,
      namespace: 'default',
      channel: 'web',
      sequence: 2,
      code: 'envelope.truncated',
      message: 'The answer was cut off before it was complete.',
    });
    expect(await trial.row(question)).toMatchObject({ state: 'FAILED', code: 'envelope.truncated' });
  });

  it('given a rejection with a code that no client may read, then the failure is internal.dead_letter', async () => {
    const question = await trial.ask();
    const [event] = eventsOf(await reject(question, { code: 'config.unknown_revision' }));
    expect(dataOf(event)['code']).toBe('internal.dead_letter');
  });

  it.each([
    ['/questionDigest', { questionDigest: `sha256:${'e'.repeat(64)}` }],
    ['/channel', { channel: 'desk' }],
  ])('given a rejection that contradicts the row at %s, then the question stays open', async (pointer, parts) => {
    const question = await trial.ask();
    const refusal = { code: 'event.contradiction', pointer };
    expect(await reject(question, parts)).toEqual({ kind: 'deadLetter', refusal });
    expect(await trial.row(question)).toMatchObject({ state: 'OPEN' });
  });

  it('given a review, then the client is told once, and later gets the one outcome', async () => {
    const question = await trial.ask();
    const [event] = eventsOf(await review(question));
    expect(dataOf(event)).toMatchObject({ sequence: 1, code: 'review.pending' });
    expect(event?.headers['ce_type']).toBe('answer.deferred.v1');
    expect(eventsOf(await review(question))).toEqual([]);
    expect(typesOf(await approve(question))).toEqual(['answer.completed.v1']);
    expect(eventsOf(await review(question))).toEqual([]);
    expect(await trial.lateCodes(question)).toEqual(['delivery.late']);
  });

  it('given a review, then the deadline is the person’s', async () => {
    const question = await trial.ask({ timeoutMs: 1000 });
    await review(question, { reviewWithinMs: 86_400_000 });
    const [row] = await trial.dataSource.query(
      `select deadline_at > now() + interval '23 hours' as moved from questions where interaction_id = $1`,
      [question.interactionId],
    );
    expect(row).toEqual({ moved: true });
  });

  it('given a failed question, when its answer comes, then it is late', async () => {
    const question = await trial.ask();
    await reject(question);
    expect(eventsOf(await approve(question))).toEqual([]);
    expect(await trial.lateCodes(question)).toEqual(['delivery.late']);
    expect(await trial.row(question)).toMatchObject({ state: 'FAILED' });
  });

  it('given a completed question, when it is retracted, then the answer is gone from the row', async () => {
    const question = await trial.ask();
    await approve(question);
    const [event] = eventsOf(await retract(question));
    expect(event?.headers['ce_type']).toBe('answer.retracted.v1');
    expect(dataOf(event)).toMatchObject({ sequence: 3, code: 'source.revoked' });
    const row = await trial.row(question);
    expect(row).toMatchObject({ state: 'RETRACTED', code: 'source.revoked' });
    expect(row?.published?.toString('utf8')).not.toContain('A broken check');
    expect(eventsOf(await retract(question))).toEqual([]);
    expect(await trial.lateCodes(question)).toEqual(['delivery.late']);
  });

  it('given a retraction of another text, then the answer stays', async () => {
    const question = await trial.ask();
    await approve(question);
    const refusal = { code: 'seal.object', pointer: null };
    const forged = await retract(question, { textDigest: `sha256:${'a'.repeat(64)}` });
    expect(forged).toEqual({ kind: 'deadLetter', refusal });
    expect(await trial.row(question)).toMatchObject({ state: 'COMPLETED' });
  });

  it('given an answer whose content was swept, when it is retracted, then the client is told', async () => {
    const question = await trial.ask();
    await approve(question);
    await trial.dataSource.query('update questions set published = null where interaction_id = $1', [
      question.interactionId,
    ]);
    expect(typesOf(await retract(question))).toEqual(['answer.retracted.v1']);
  });

  it('given a retraction that overtakes its answer, then both are published, in order', async () => {
    const question = await trial.ask();
    expect(eventsOf(await retract(question))).toEqual([]);
    expect(typesOf(await approve(question))).toEqual(['answer.completed.v1', 'answer.retracted.v1']);
    expect(await trial.row(question)).toMatchObject({ state: 'RETRACTED' });
  });

  it('given everything before the question, in any order, then it takes effect in the order of life', async () => {
    const question = newQuestion();
    await retract(question);
    await approve(question);
    await review(question);
    expect(typesOf(await ask(question))).toEqual(['answer.deferred.v1', 'answer.completed.v1', 'answer.retracted.v1']);
  });

  it('given two early outcomes, then the first wins and the second is late', async () => {
    const question = newQuestion();
    await reject(question);
    await approve(question);
    expect(await trial.lateCodes(question)).toEqual(['delivery.late']);
    expect(typesOf(await ask(question))).toEqual(['answer.failed.v1']);
  });

  it('given a question and its answer at the same moment, in either order of commit, then it is completed once', async () => {
    const questions = Array.from({ length: 20 }, () => newQuestion());
    const outcomes = await Promise.all(
      questions.map(async (question) => (await Promise.all([ask(question), approve(question)])).flatMap(typesOf)),
    );
    expect(outcomes).toEqual(questions.map(() => ['answer.completed.v1']));
  });
});
