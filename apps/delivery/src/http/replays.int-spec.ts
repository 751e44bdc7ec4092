import {
  type ApiToken,
  deadLetterTopicName,
  type IncomingRecord,
  type OutgoingEvent,
  placeOf,
  type Question,
  questionAskedV1,
  questionDigest,
  replayId,
  type Service,
  writeDeadLetter,
} from '#libs/contracts';
import { type TopicPlace } from '#libs/event-flow';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { postgresQuestionViews } from '../adapters/postgres/postgres-question-views.js';
import { postgresReplayLog } from '../adapters/postgres/postgres-replay-log.js';
import { failQuestion } from '../life/fail-question.js';
import { configuration } from '../fixtures/configuration.fixture-spec.js';
import { dataOf, eventsOf, newQuestion, openTrial, recordOf, type Trial } from '../fixtures/trial.fixture-spec.js';
import { onQuestionAsked } from '../on-question-asked/on-question-asked.js';
import { type IntakePorts, takeIn } from './intake.js';
import { Replays } from './replays.js';

const token: ApiToken = {
  tokenDigest: `sha256:${'0'.repeat(64)}`,
  principal: { kind: 'human', id: 'olga' },
  namespace: 'other',
  channels: [],
  scopes: ['operate'],
  expiresAt: '2100-01-01T00:00:00Z',
};

describe('the replay of a dead letter', () => {
  let database: TestDatabase;
  let trial: Trial;
  let emitted: OutgoingEvent[];
  let called: Service[];
  let records: Map<string, IncomingRecord>;
  let intake: IntakePorts;
  let replays: Replays;

  beforeAll(async () => {
    database = await testDatabase('delivery');
    trial = await openTrial(database.url);
  }, 60_000);
  afterAll(async () => {
    await trial?.dataSource.destroy();
    await database?.drop();
  });
  beforeEach(() => {
    [emitted, called, records] = [[], [], new Map()];
    const { dataSource, ports: life } = trial;
    const nameOf = ({ topic, partition, offset }: TopicPlace) => `${topic}/${partition}/${offset}`;
    const emit = (...events: OutgoingEvent[]) => void emitted.push(...events);
    const transactions: IntakePorts['transactions'] = { run: (work) => dataSource.transaction((tx) => work(tx, emit)) };
    intake = { life, transactions, clock: () => 1_764_504_001_000 };
    replays = new Replays({
      intake,
      views: postgresQuestionViews(dataSource),
      log: postgresReplayLog(dataSource),
      configuration: () => configuration,
      read: async (place) => records.get(nameOf(place)),
      callOwner: async (service) => {
        called.push(service);
        return { result: 'done', code: null };
      },
    });
  });

  const bytes = (data: unknown) => Buffer.from(JSON.stringify(data));
  let letters = 0;
  /** Lays the dead letter of a record down, and names its place. */
  const lay = (service: Exclude<Service, 'ledger'>, record: IncomingRecord) => {
    const context = { service, group: 'g', attempts: 1, firstFailure: '2026-01-01T00:00:00Z' };
    const letter = writeDeadLetter(record, { code: 'event.schema', pointer: null }, context);
    const place = { topic: deadLetterTopicName(service), partition: 3, offset: String((letters += 1)) };
    records.set(`${place.topic}/3/${place.offset}`, { ...letter, ...place, timestamp: '1764504001000' });
    return { service, partition: 3, offset: place.offset };
  };
  const binary = (type: string): IncomingRecord['headers'] =>
    Object.entries({ ce_specversion: '1.0', ce_id: 'e-1', ce_source: 'urn:test', ce_type: type }).map(
      ([name, value]) => [name, Buffer.from(value)] as const,
    );
  /** A dead letter of validation about a draft that names the question. */
  const ofDraft = (question: Question) => {
    const data = { ...placeOf(question), questionDigest: questionDigest(question) };
    return lay('validation', recordOf('answers.drafted.v1', bytes(data), binary('answers.drafted.v1')));
  };
  const replay = (deadLetter: ReturnType<typeof lay>) =>
    replays.replay(deadLetter, { token, authorization: 'Bearer t' });

  /** A question that failed, whose record lies where its row says. */
  async function failed(parts: Partial<Question> = {}): Promise<Question> {
    const question = await trial.ask(parts);
    records.set('questions.asked.v1/0/7', recordOf(questionAskedV1.type, bytes(question)));
    await trial.inTransaction(async (tx) => {
      const row = await trial.ports.questions.lock(tx, placeOf(question));
      if (!row?.asked) throw new Error('no row');
      const cause = { time: '2026-01-01T00:00:00Z' };
      await failQuestion(trial.ports.questions, tx, row, row.asked, 'internal.dead_letter', cause);
      return { kind: 'done', events: [] };
    });
    return question;
  }
  const audit = (interactionId: string) =>
    trial.dataSource.query('select action, service, operator_id from replays where interaction_id = $1 order by id', [
      interactionId,
    ]);

  it('given an open question, then its service is called, and the act is noted before', async () => {
    const question = await trial.ask();
    const { interactionId } = question;
    expect(await replay(ofDraft(question))).toEqual({ action: 'replayed', interactionId, result: 'done', code: null });
    expect([called, emitted]).toEqual([['validation'], []]);
    expect(await audit(interactionId)).toEqual([{ action: 'passed_on', service: 'validation', operator_id: 'olga' }]);
  });

  it('given a dead letter that names no question, then its service is called', async () => {
    const letter = lay('generation', recordOf(questionAskedV1.type, Buffer.from('{"broken')));
    expect(await replay(letter)).toEqual({ action: 'replayed', interactionId: null, result: 'done', code: null });
    expect(called).toEqual(['generation']);
  });

  it('given a closed question, then it is asked anew from its record, whole and once, whichever dead letter it is', async () => {
    const question = await failed({ context: { fragments: [{ id: 'f', text: 'A fact.' }] }, timeoutMs: 5000 });
    const { interactionId, namespace = 'default' } = question;
    const newInteractionId = replayId(namespace, interactionId);
    const anew = { action: 'asked_anew', interactionId, newInteractionId };
    expect(await replay(ofDraft(question))).toEqual({ ...anew, repeated: false });
    expect(await replay(ofDraft(question))).toEqual({ ...anew, repeated: true });
    expect(emitted.map(({ topic, key }) => [topic, key])).toEqual([
      ['questions.asked.v1', `${namespace}/${newInteractionId}`],
    ]);
    expect(dataOf(emitted[0])).toEqual({ ...question, interactionId: newInteractionId, replayOf: interactionId });
    const row = await trial.row({ namespace, interactionId: newInteractionId });
    expect(row).toMatchObject({ state: 'OPEN', asked: { replayOf: interactionId, principal: question.principal } });
    expect([called, await audit(interactionId)]).toMatchObject([[], [{ action: 'asked_anew', operator_id: 'olga' }]]);
  });

  it('given a dead letter that is the closed question, then it is asked anew from that', async () => {
    const question = await failed();
    records.delete('questions.asked.v1/0/7');
    const letter = lay('generation', recordOf(questionAskedV1.type, bytes(question)));
    expect(await replay(letter)).toMatchObject({ action: 'asked_anew', repeated: false });
  });

  it('given a closed question whose record is gone, or whose new id is taken, then 409 and nothing is asked', async () => {
    const question = await failed();
    records.delete('questions.asked.v1/0/7');
    await expect(replay(ofDraft(question))).rejects.toMatchObject({ status: 409, code: 'replay.question_gone' });
    const other = await failed();
    await trial.ask({ interactionId: replayId('default', other.interactionId) });
    await expect(replay(ofDraft(other))).rejects.toMatchObject({ status: 409, code: 'http.conflict' });
    expect([emitted, await audit(other.interactionId)]).toEqual([[], []]);
  });

  it('given a question that was finished in place, then the same command does nothing more', async () => {
    const question = await trial.ask();
    const letter = ofDraft(question);
    await replay(letter);
    await trial.dataSource.query(`update questions set state = 'COMPLETED' where interaction_id = $1`, [
      question.interactionId,
    ]);
    expect(await replay(letter)).toMatchObject({ action: 'replayed', result: 'duplicate' });
    expect([called, emitted]).toEqual([['validation'], []]);
  });

  it('given a question that came by HTTP, then its row learns from its record where that lies', async () => {
    const question = newQuestion();
    await takeIn(intake, question, undefined);
    expect((await trial.row(question))?.asked?.record).toBeNull();
    eventsOf(
      await trial.take(
        questionAskedV1,
        onQuestionAsked(intake.life, () => configuration),
        question,
      ),
    );
    expect((await trial.row(question))?.asked?.record).toEqual({ partition: 0, offset: '7' });
  });
});
