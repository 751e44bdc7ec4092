import { type DraftAttempt, placeOf, type Question, questionDigest } from '#libs/contracts';
import { sha256 } from '#libs/kernel';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { unknownUsage } from '../../domain/cost.js';
import { newQuestion, openTrial, type Trial } from '../../fixtures/trial.fixture-spec.js';
import { type Claim, type JobEnd } from '../../ports/job-queue.port.js';
import { claimSql } from './claim-sql.js';
import { countOpenJobs } from './count-open-jobs.js';
import { postgresAttemptRecord } from './postgres-attempt-record.js';
import { postgresJobFiling } from './postgres-job-filing.js';
import { sweepContentSql, sweepJobs, sweepResponsesSql } from './sweep-jobs.js';
import { wakeOnCommit } from './wake-on-commit.js';

const end = { attempt: null, draftDigest: sha256('draft'), code: null };
const refused: DraftAttempt = {
  number: 1,
  state: 'REFUSED',
  code: 'provider.unavailable',
  latencyMs: 5,
  usage: unknownUsage,
};

const jobOf = (question: Question) => ({
  ...placeOf(question),
  ...{ ordinal: 0 as const, questionDigest: questionDigest(question), traceparent: undefined },
  content: { question, errors: [] },
});

describe("generation's tables", () => {
  let database: TestDatabase;
  let trial: Trial;

  beforeAll(async () => {
    database = await testDatabase('generation');
    trial = await openTrial(database.url);
  });
  afterEach(() => trial?.reset());
  afterAll(async () => {
    await trial?.close();
    await database?.drop();
  });

  const namespacesOf = (claims: readonly Claim[]) => claims.map(({ job }) => job.namespace);
  const finish = (claim: Claim, how: JobEnd = end) =>
    trial.transactions.run((tx) => trial.queue().finish(tx, claim, how));

  async function claimOne(leaseMs?: number): Promise<Claim> {
    const [claim] = await trial.queue(leaseMs).claim(1);
    if (claim === undefined) throw new Error('nothing to claim');
    return claim;
  }

  it('given the migrations on an empty database, then nothing is left to generate', async () => {
    const { upQueries } = await trial.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('given a question twice, then one job; given another one under its id, then it is refused', async () => {
    const question = newQuestion();
    expect(await trial.ask(question)).toEqual({ kind: 'done', events: [] });
    expect(await trial.ask({ ...question })).toEqual({ kind: 'done', events: [] });
    const other = await trial.ask({ ...question, question: 'Another one?' });
    expect(other).toMatchObject({ kind: 'deadLetter', refusal: { code: 'question.id_reused' } });
    expect(await countOpenJobs(trial.dataSource)).toEqual(new Map([['QUEUED', 1]]));
  });

  it('given an unknown channel, or one that does not serve the namespace, then a dead letter and no job', async () => {
    for (const parts of [{ channel: 'nowhere' }, { channel: 'desk', namespace: 'elsewhere' }]) {
      const answer = await trial.ask(newQuestion(parts));
      expect(answer).toMatchObject({ refusal: { code: 'question.unknown_channel' } });
    }
    expect(await countOpenJobs(trial.dataSource)).toEqual(new Map());
  });

  it('given a claim, then it carries the question as it was asked and the time that is left', async () => {
    const question = newQuestion({ timeoutMs: 20_000, locale: 'de-AT' });
    await trial.ask(question);
    const { job, remainingMs, attempts } = await claimOne();
    expect(job.content).toEqual({ question, errors: [] });
    expect(job.questionDigest).toBe(questionDigest(question));
    expect(attempts).toEqual([]);
    expect(remainingMs).toBeGreaterThan(17_000);
    expect(remainingMs).toBeLessThanOrEqual(18_000);
  });

  it('given a namespace with many jobs, then the others take turns with it', async () => {
    for (let index = 0; index < 4; index += 1) await trial.ask(newQuestion({ namespace: 'busy' }));
    await trial.ask(newQuestion({ namespace: 'calm' }));
    await trial.ask(newQuestion({ namespace: 'alone' }));
    const queue = trial.queue();
    const order: string[] = [];
    for (let index = 0; index < 6; index += 1) order.push(...namespacesOf(await queue.claim(1)));
    expect(order).toEqual(['alone', 'busy', 'calm', 'busy', 'busy', 'busy']);
  });

  it('given several free slots, then each namespace gets its first before one gets its second', async () => {
    for (let index = 0; index < 4; index += 1) await trial.ask(newQuestion({ namespace: 'busy' }));
    await trial.ask(newQuestion({ namespace: 'calm' }));
    expect(namespacesOf(await trial.queue().claim(3)).toSorted()).toEqual(['busy', 'busy', 'calm']);
  });

  it('given many workers at once, then no job is claimed twice', async () => {
    for (let index = 0; index < 30; index += 1) await trial.ask(newQuestion());
    const claims = (await Promise.all(Array.from({ length: 8 }, () => trial.queue().claim(5)))).flat();
    expect(new Set(claims.map(({ jobId }) => jobId)).size).toBe(claims.length);
    const rest = await trial.queue().claim(30);
    expect(claims.length + rest.length).toBe(30);
  });

  it('given a lease that ended, then the next holder fences the former one in all that it does', async () => {
    await trial.ask(newQuestion());
    const former = await claimOne();
    await trial.dataSource.query(`update jobs set due_at = now() - interval '1 ms'`);
    const next = await claimOne();
    const record = postgresAttemptRecord(trial.dataSource, 30_000);
    expect(await trial.queue().renew(former)).toBe(false);
    expect(await record.begin(former, 1, 'model')).toBe(false);
    expect(await trial.queue().giveBack(former)).toBe(false);
    expect(await trial.queue().postpone(former, refused, 0)).toBe(false);
    expect(await finish(former)).toBe(false);
    expect(await finish(next)).toBe(true);
    expect(await finish(next)).toBe(false);
  });

  it('given an attempt that was begun and not sent, when given back, then the next holder finds none', async () => {
    await trial.ask(newQuestion());
    const claim = await claimOne();
    expect(await postgresAttemptRecord(trial.dataSource, 30_000).begin(claim, 1, 'model')).toBe(true);
    expect(await trial.queue().giveBack(claim)).toBe(true);
    expect((await claimOne()).attempts).toEqual([]);
  });

  it('given an attempt that a former holder left in SENDING, when given back, then it stays', async () => {
    await trial.ask(newQuestion());
    const former = await claimOne();
    await postgresAttemptRecord(trial.dataSource, 30_000).begin(former, 1, 'model');
    await trial.dataSource.query(`update jobs set due_at = now() - interval '1 ms'`);
    expect(await trial.queue().giveBack(await claimOne())).toBe(true);
    expect((await claimOne()).attempts).toMatchObject([{ number: 1, state: 'SENDING' }]);
  });

  it('given a batch, then one statement files it, and each job hears what became of it', async () => {
    const first = newQuestion();
    await trial.ask(first);
    const [second, third] = [newQuestion(), newQuestion()];
    const asked = [second, third, second, { ...third, locale: 'en' }, first];
    const filed = await trial.transactions.run((tx) => {
      const query = jest.spyOn(tx, 'query');
      return Promise.all(asked.map((question) => postgresJobFiling.file(tx, jobOf(question), 60_000))).then((all) => {
        const inserts = query.mock.calls.filter(([sql]) => sql.includes('insert into jobs'));
        expect(inserts).toHaveLength(1);
        return all;
      });
    });
    expect(filed).toEqual(['filed', 'filed', 'duplicate', 'reused', 'duplicate']);
  });

  it('given a long queue, then claim and sweep read through their indexes', async () => {
    await trial.dataSource.query(
      `insert into jobs (namespace, interaction_id, ordinal, channel, question_digest, errors, state, deadline_at, done_at)
       select 'n-' || i % 3, 'q-' || i, 0, 'web', 'x', '[]', case when i % 2 = 0 then 'QUEUED' else 'DONE' end, now(),
         case when i % 2 = 1 then now() - interval '5 days' end
       from generate_series(1, 6000) i`,
    );
    await trial.dataSource.query(
      `insert into attempts (job_id, number, fencing_token, profile_id, state, ended_at, response)
       select i, 1, 1, 'model', 'RECEIVED', now(), case when i % 100 = 0 then 'raw'::bytea end from generate_series(1, 6000) i`,
    );
    await trial.dataSource.query('analyze jobs, attempts');
    const read = async (sql: string, parameters: unknown[]) => {
      const rows = await trial.dataSource.query<{ 'QUERY PLAN': string }[]>(`explain ${sql}`, parameters);
      return rows.map((row) => row['QUERY PLAN']).join(' ');
    };
    expect(await read(claimSql, ['', 1, 'w', 1000, []])).not.toContain('Seq Scan on jobs');
    expect(await read(sweepContentSql, [])).not.toContain('Seq Scan on jobs');
    expect(await read(sweepResponsesSql, [])).toContain('attempts_content');
  });

  it('given a refused attempt, then the job rests before it is claimed again, with that attempt', async () => {
    await trial.ask(newQuestion());
    const claim = await claimOne();
    await postgresAttemptRecord(trial.dataSource, 30_000).begin(claim, 1, 'model');
    expect(await trial.queue().postpone(claim, refused, 60_000)).toBe(true);
    expect(await trial.queue().claim(1)).toEqual([]);
    await trial.dataSource.query(`update jobs set due_at = now()`);
    expect((await claimOne()).attempts).toEqual([{ ...refused, profile: 'model' }]);
  });

  it("given a question's time is up, then no attempt begins", async () => {
    await trial.ask(newQuestion());
    const claim = await claimOne();
    await trial.dataSource.query(`update jobs set deadline_at = now() - interval '1 ms'`);
    expect(await postgresAttemptRecord(trial.dataSource, 30_000).begin(claim, 1, 'model')).toBe(false);
  });

  it('given a draft of more than 3 days ago, when swept, then its content goes and its digest stays', async () => {
    const question = newQuestion();
    await trial.ask(question);
    await finish(await claimOne());
    const open = newQuestion();
    await trial.ask(open);
    await trial.dataSource.query(`update jobs set filed_at = now() - interval '5 days'`);
    await trial.dataSource.query(`update jobs set done_at = now() - interval '4 days' where state = 'DONE'`);
    expect(await sweepJobs(trial.dataSource)).toEqual({ contents: 1, responses: 0, jobs: 0 });
    expect(await trial.ask({ ...question })).toMatchObject({ kind: 'done' });
    expect(await trial.ask({ ...question, locale: 'en' })).toMatchObject({ refusal: { code: 'question.id_reused' } });
    expect((await claimOne()).job.content.question).toEqual(open);
  });

  it('given a response of more than 3 days ago, when swept, then it goes, and its attempt and cost stay', async () => {
    await trial.ask(newQuestion());
    const claim = await claimOne();
    await postgresAttemptRecord(trial.dataSource, 30_000).begin(claim, 1, 'model');
    const received: DraftAttempt = { ...refused, state: 'RECEIVED', code: null, usage: { ...unknownUsage, cost: '7' } };
    const raw = { body: Buffer.from('data: raw'), receivedBytes: 9 };
    expect(await finish(claim, { ...end, attempt: received, raw })).toBe(true);
    const kept = () => trial.dataSource.query(`select response, response_bytes as bytes, cost from attempts`);
    expect(await kept()).toEqual([{ response: raw.body, bytes: '9', cost: '7' }]);
    expect(await sweepJobs(trial.dataSource)).toMatchObject({ responses: 0 });
    await trial.dataSource.query(`update attempts set ended_at = now() - interval '4 days'`);
    expect(await sweepJobs(trial.dataSource)).toMatchObject({ responses: 1 });
    expect(await kept()).toEqual([{ response: null, bytes: '9', cost: '7' }]);
  });

  it('given another attempt that is open, or one that is not on record, then the job does not end', async () => {
    await trial.ask(newQuestion());
    const claim = await claimOne();
    const second = { ...end, attempt: { ...refused, number: 2 } };
    expect(await finish(claim, second)).toBe(false);
    await postgresAttemptRecord(trial.dataSource, 30_000).begin(claim, 1, 'model');
    await postgresAttemptRecord(trial.dataSource, 30_000).begin(claim, 2, 'model');
    expect(await finish(claim, second)).toBe(false);
    expect(await trial.dataSource.query(`select state from attempts`)).toEqual(Array(2).fill({ state: 'SENDING' }));
    await trial.dataSource.query(`update attempts set state = 'UNOBSERVED' where number = 1`);
    expect(await finish(claim, second)).toBe(true);
  });

  it('given a repair of purged content, then it contradicts what is known', async () => {
    const question = newQuestion();
    await trial.ask(question);
    await finish(await claimOne());
    await trial.dataSource.query(`update jobs set question = null`);
    const { interactionId, channel } = question;
    const request = {
      ...{ interactionId, channel, namespace: 'default', questionDigest: questionDigest(question) },
      draftDigest: end.draftDigest,
      configuration: { revision: 3, digest: sha256('configuration') },
      errors: [{ code: 'parse.not_json', pointer: null }],
    };
    expect(await trial.askRepair(request)).toMatchObject({ refusal: { code: 'event.contradiction' } });
  });

  it('given a draft of more than 400 days ago, when swept, then job and attempts go', async () => {
    await trial.ask(newQuestion());
    const claim = await claimOne();
    await postgresAttemptRecord(trial.dataSource, 30_000).begin(claim, 1, 'model');
    expect(await finish(claim, { ...end, attempt: refused })).toBe(true);
    await trial.dataSource.query(`update jobs set done_at = now() - interval '401 days'`);
    expect(await sweepJobs(trial.dataSource)).toMatchObject({ jobs: 1 });
    expect(await trial.dataSource.query(`select 1 from attempts`)).toEqual([]);
  });

  it('given a commit that filed a job, then the worker is woken; a rollback or another commit does not', async () => {
    let woken = 0;
    wakeOnCommit(trial.dataSource, () => (woken += 1));
    await trial.ask(newQuestion());
    expect(woken).toBe(1);
    await trial.transactions.run((tx) => tx.query<unknown[]>('select 1'));
    const failing = trial.dataSource.transaction(async (tx) => {
      await tx.query(`insert into jobs (namespace) values ('x')`);
    });
    await expect(failing).rejects.toThrow();
    expect(woken).toBe(1);
  });
});
