import {
  answerRejectedV1,
  type Code,
  type IncomingRecord,
  type Question,
  questionDigest,
  type Service,
  writeDeadLetter,
} from '#libs/contracts';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { dataOf, eventsOf, newQuestion, openTrial, recordOf, type Trial } from '../fixtures/trial.fixture-spec.js';
import { onDeadLetter } from './on-dead-letter.js';

describe('on dead letter', () => {
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

  const take = (record: IncomingRecord) => {
    const { signal } = new AbortController();
    return trial.inTransaction((tx) => onDeadLetter(trial.ports)(record, { tx, signal }));
  };
  const bury = (original: IncomingRecord, code: Code, service: Service = 'generation') => {
    const context = { service, group: 'group', attempts: 3, firstFailure: '2026-11-30T12:00:00Z' };
    const { topic, value, headers } = writeDeadLetter(original, { code, pointer: null }, context);
    return take(recordOf(topic, value, headers));
  };
  const bare = (question: unknown) => recordOf('questions.asked.v1', Buffer.from(JSON.stringify(question)));
  const rejectionOf = (question: Question, digest = questionDigest(question)) => {
    const { interactionId, namespace = 'default', channel } = question;
    const data = { ...answerRejectedV1.example, interactionId, namespace, channel, questionDigest: digest };
    const attributes = { ce_specversion: '1.0', ce_id: 'a', ce_source: 's', ce_type: 'answers.rejected.v1' };
    const headers = Object.entries(attributes).map(([name, value]) => [name, Buffer.from(value)] as const);
    return recordOf('answers.rejected.v1', Buffer.from(JSON.stringify(data)), headers);
  };

  it('given the dead letter of an open question, then it ends as internal.dead_letter', async () => {
    const question = await trial.ask();
    const [event] = eventsOf(await bury(bare(question), 'internal.bug'));
    expect(dataOf(event)).toMatchObject({ code: 'internal.dead_letter', sequence: 2 });
    expect(await trial.row(question)).toMatchObject({ state: 'FAILED', code: 'internal.dead_letter' });
    expect(eventsOf(await bury(bare(question), 'internal.bug'))).toEqual([]);
  });

  it.each<Service>(['validation', 'jury', 'delivery'])(
    'given a dead letter of %s that names the question’s digest, then it ends',
    async (service) => {
      const question = await trial.ask();
      expect(eventsOf(await bury(rejectionOf(question), 'event.schema', service))).toHaveLength(1);
    },
  );

  it.each<Code>(['seal.signature', 'seal.question', 'question.id_reused', 'event.id_reused', 'unsupported_version'])(
    'given %s, then nothing is closed',
    async (code) => {
      const question = await trial.ask();
      expect(eventsOf(await bury(rejectionOf(question), code, 'delivery'))).toEqual([]);
      expect(await trial.row(question)).toMatchObject({ state: 'OPEN' });
    },
  );

  it('given another question under the id, then the open one goes on', async () => {
    const question = await trial.ask();
    expect(eventsOf(await bury(bare({ ...question, question: 'another one' }), 'internal.bug'))).toEqual([]);
    expect(eventsOf(await bury(rejectionOf(question, `sha256:${'c'.repeat(64)}`), 'internal.bug'))).toEqual([]);
    expect(await trial.row(question)).toMatchObject({ state: 'OPEN' });
  });

  it('given a question without a row, or a record that is no dead letter, then there is nothing to do', async () => {
    expect(eventsOf(await bury(bare(newQuestion()), 'internal.bug'))).toEqual([]);
    expect(eventsOf(await take(recordOf('dlq.generation.v1', Buffer.from('not a dead letter'))))).toEqual([]);
    expect(eventsOf(await take(recordOf('dlq.generation.v1', null)))).toEqual([]);
  });
});
