import { type DraftAttempt } from '#libs/contracts';
import { sha256 } from '#libs/kernel';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { unknownUsage } from '../../domain/cost.js';
import { newQuestion, openTrial, type Trial } from '../../fixtures/trial.fixture-spec.js';
import { type Claim } from '../../ports/job-queue.port.js';
import { postgresAttemptRecord } from './postgres-attempt-record.js';

const broken: DraftAttempt = {
  ...{ number: 1, state: 'BROKEN', code: 'provider.broken', latencyMs: 7 },
  usage: { ...unknownUsage, inputTokens: 3 },
};
const end = { attempt: broken, draftDigest: sha256('a draft'), code: 'provider.broken' };

describe('many changes of jobs in one statement', () => {
  let database: TestDatabase;
  let trial: Trial;

  beforeAll(async () => {
    database = await testDatabase('generation');
    trial = await openTrial(database.url);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await trial?.reset();
  });
  afterAll(async () => {
    await trial?.close();
    await database?.drop();
  });

  /** Eight claims; the job of the third is another holder's by now. */
  async function claims(): Promise<readonly Claim[]> {
    for (let count = 0; count < 8; count += 1) await trial.ask(newQuestion());
    return trial.queue().claim(8);
  }
  const takeThird = (all: readonly Claim[]) =>
    trial.dataSource.query(`update jobs set fencing_token = fencing_token + 1 where job_id = $1`, [all[2]?.jobId]);
  const allButThird = [true, true, false, true, true, true, true, true];

  it('given many renewals, then one statement renews them, and a lease that another took is told from the rest', async () => {
    const [all, queue] = [await claims(), trial.queue()];
    await takeThird(all);
    const query = jest.spyOn(trial.dataSource, 'query');
    expect(await Promise.all(all.map((claim) => queue.renew(claim)))).toEqual(allButThird);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('given many attempts, then one statement begins them, but for the one whose job another took', async () => {
    const [all, record] = [await claims(), postgresAttemptRecord(trial.dataSource, 30_000)];
    await takeThird(all);
    const query = jest.spyOn(trial.dataSource, 'query');
    expect(await Promise.all(all.map((claim) => record.begin(claim, 1, 'model')))).toEqual(allButThird);
    expect(query).toHaveBeenCalledTimes(1);
    const rows = await trial.dataSource.query(`select state, profile_id from attempts`);
    expect(rows).toEqual(Array(7).fill({ state: 'SENDING', profile_id: 'model' }));
  });

  it('given many ends in one transaction, then one statement ends them, but for the one whose job another took and the one whose attempt is open', async () => {
    const [all, queue, record] = [await claims(), trial.queue(), postgresAttemptRecord(trial.dataSource, 30_000)];
    await Promise.all(all.map((claim) => record.begin(claim, 1, 'model')));
    await takeThird(all);
    await trial.transactions.run(async (tx) => {
      const query = jest.spyOn(tx, 'query');
      const ends = all.map((claim, index) => queue.finish(tx, claim, index === 7 ? { ...end, attempt: null } : end));
      expect(await Promise.all(ends)).toEqual(allButThird.with(7, false));
      expect(query).toHaveBeenCalledTimes(1);
    });
    const rows = await trial.dataSource.query(
      `select jobs.state as job, draft_digest, attempts.state, attempts.code, latency_ms, input_tokens, output_tokens
       from jobs join attempts using (job_id) order by job_id`,
    );
    const unsent = { code: null, latency_ms: null, input_tokens: null, output_tokens: null, state: 'SENDING' };
    const ended = { code: 'provider.broken', latency_ms: '7', input_tokens: '3', output_tokens: null, state: 'BROKEN' };
    const done = { job: 'DONE', draft_digest: end.draftDigest };
    const left = { job: 'CLAIMED', draft_digest: null, ...unsent };
    const whole = { ...done, ...ended };
    expect(rows).toEqual([whole, whole, left, whole, whole, whole, whole, left]);
  });
});
