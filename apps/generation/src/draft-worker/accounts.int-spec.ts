import { type ProfileLimits, draftDigest } from '#libs/contracts';
import { eventually, testDatabase, type TestDatabase } from '#libs/testkit';

import {
  type Reply,
  type ScriptedProvider,
  startScriptedProvider,
} from '../../../../examples/scripted-provider/index.js';
import { configurationWith, scriptedProfile } from '../fixtures/configuration.fixture-spec.js';
import { newQuestion, openTrial, type Trial } from '../fixtures/trial.fixture-spec.js';
import { Circuits } from './circuits.js';

const content = JSON.stringify({
  answer: 'It is rejected. {{canary}}',
  entityCitations: [],
  documentationCitations: ['docs/decisions'],
  limitations: [],
});
/** 0.0015 for the input and 0.003 for the output. */
const good: Reply = { kind: 'message', content, usage: { prompt_tokens: 1000, completion_tokens: 500 } };

describe('what calls cost, and what is kept of them', () => {
  let database: TestDatabase;
  let trial: Trial;
  let provider: ScriptedProvider | undefined;

  beforeAll(async () => {
    database = await testDatabase('generation');
    trial = await openTrial(database.url);
  });
  afterEach(async () => {
    await provider?.close();
    provider = undefined;
    await trial?.reset();
  });
  afterAll(async () => {
    await trial?.close();
    await database?.drop();
  });

  async function scripted(replies: Reply[], limits: Partial<ProfileLimits> = {}) {
    provider = await startScriptedProvider({ script: { model: 'scripted-test', rules: [{ match: '', replies }] } });
    const base = scriptedProfile();
    return configurationWith(scriptedProfile({ baseUrl: provider.baseUrl, limits: { ...base.limits, ...limits } }));
  }

  async function askedAndDrafted(replies: Reply[], limits?: Partial<ProfileLimits>) {
    const configuration = await scripted(replies, limits);
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker({ configuration }).start();
    return trial.drafted(question.interactionId);
  }

  async function repaired(draft: Awaited<ReturnType<typeof askedAndDrafted>>) {
    const { interactionId, namespace, channel, questionDigest, configuration } = draft;
    const request = { interactionId, namespace, channel, questionDigest, configuration };
    const errors = [{ code: 'parse.not_json', pointer: null }];
    await trial.askRepair({ ...request, errors, draftDigest: draftDigest(Buffer.from(JSON.stringify(draft))) });
    return trial.drafted(interactionId, 2);
  }

  const kept = (): Promise<{ state: string; text: string | null; estimated: boolean }[]> =>
    trial.dataSource.query(
      `select state, convert_from(response, 'UTF8') as text, estimated from attempts order by job_id, number`,
    );

  it('given two attempts and one repair, then the repair’s draft adds them up, and a refusal costs nothing', async () => {
    const broken: Reply = { ...good, content: 'no json {{canary}}' };
    const draft = await askedAndDrafted([{ kind: 'status', status: 429, retryAfter: '0' }, broken, good]);
    expect(draft.usage).toEqual({ inputTokens: 1000, outputTokens: 500, cost: '0.0045', currency: 'EUR' });
    expect(draft).not.toHaveProperty('earlierAttempts');
    const repair = await repaired(draft);
    expect(repair.attempts.map(({ number, state }) => [number, state])).toEqual([[1, 'RECEIVED']]);
    expect(repair.earlierAttempts).toEqual(draft.attempts);
    expect(repair.usage).toEqual({ inputTokens: 2000, outputTokens: 1000, cost: '0.009', currency: 'EUR' });
    expect(provider?.requests).toHaveLength(3);
  });

  it('given a provider that tells no usage, then it is estimated, and marked in attempt, draft and row', async () => {
    const draft = await askedAndDrafted([{ kind: 'message', content, usage: false }]);
    expect(draft.usage).toMatchObject({ estimated: true, currency: 'EUR' });
    expect(draft.usage.outputTokens).toBeGreaterThan(20);
    expect(Number(draft.usage.cost)).toBeGreaterThan(0);
    expect(draft.attempts).toMatchObject([{ usage: { estimated: true } }]);
    expect(await kept()).toMatchObject([{ estimated: true }]);
    expect((await repaired(draft)).usage.estimated).toBe(true);
  });

  it('given a response, then its bytes are kept as they came; given a refusal, then none', async () => {
    await askedAndDrafted([{ kind: 'status', status: 503, retryAfter: '0' }, good]);
    const [refused, received] = await kept();
    expect(refused).toEqual({ state: 'REFUSED', text: null, estimated: false });
    expect(received?.text).toMatch(/^data: .*\n\n[^]*data: \[DONE\]\n\n$/);
    expect(received?.text).toContain(provider?.requests[1]?.canary);
  });

  it.each<[string, Reply]>([
    ['an error in its stream', { kind: 'stream_error', content: 'half of it' }],
    ['a cut', { kind: 'cut', content: 'half of it', after: 8 }],
    ['a chunk that is none', { kind: 'raw', chunks: ['data: half {{canary}}\n\n'] }],
  ])('given %s, then what came is kept too, and no text of it is in the draft', async (_what, reply) => {
    const draft = await askedAndDrafted([reply]);
    expect(draft.outcome.kind).toBe('failure');
    const [broken] = await kept();
    expect(broken).toMatchObject({ state: 'BROKEN' });
    const canary = provider?.requests[0]?.canary;
    expect(broken?.text).toContain(canary);
    expect(JSON.stringify(draft)).not.toContain(canary);
  });

  it('given an answer that comes after another holder took the job, then its cost is kept and its text nowhere', async () => {
    const configuration = await scripted([{ ...good, delayMs: 1_500 }]);
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker({ configuration }).start();
    await eventually(() => expect(provider?.requests).toHaveLength(1));
    await trial.dataSource.query(`update jobs set due_at = now() - interval '1 ms'`);
    await trial.worker({ configuration }).start();
    const draft = await trial.drafted(question.interactionId);
    expect(draft).toMatchObject({ attempts: [{ state: 'UNOBSERVED' }], outcome: { code: 'provider.unobserved' } });
    await eventually(async () =>
      expect(await trial.attempts(question.interactionId)).toEqual([
        { state: 'RECEIVED_LATE', code: null, cost: '0.0045' },
      ]),
    );
    const canary = provider?.requests[0]?.canary ?? 'none';
    const everything = await trial.dataSource.query<{ row: string }[]>(
      `select convert_from(value, 'UTF8') as row from event_outbox
       union all select attempts::text || coalesce(convert_from(response, 'UTF8'), '') from attempts
       union all select jobs::text || convert_from(question, 'UTF8') from jobs`,
    );
    expect(everything.length).toBeGreaterThanOrEqual(3);
    expect(everything.filter(({ row }) => row.includes(canary))).toEqual([]);
    expect(await kept()).toMatchObject([{ text: null }]);
    expect(provider?.requests).toHaveLength(1);
  });

  // 90 s under a lease of 30 s, in a tenth of a third of the time: the proportions are what counts.
  it('given a stream of three leases, then it is paid once, whoever looks into the queue meanwhile', async () => {
    const configuration = await scripted([{ ...good, chunks: 30, pauseMs: 150 }], { idleMs: 3_000 });
    const question = newQuestion();
    await trial.ask(question);
    const begun = performance.now();
    await Promise.all([1, 2, 3].map(() => trial.worker({ configuration, leaseMs: 1_500, pollMs: 20 }).start()));
    const draft = await trial.drafted(question.interactionId);
    expect(performance.now() - begun).toBeGreaterThan(3 * 1_500 - 500);
    expect(draft).toMatchObject({ usage: { cost: '0.0045' }, outcome: { kind: 'response' } });
    expect(await trial.attempts(question.interactionId)).toEqual([{ state: 'RECEIVED', code: null, cost: '0.0045' }]);
    expect(provider?.requests).toHaveLength(1);
  });

  it('given a limit of cost that the first call could break, then it is not made', async () => {
    const draft = await askedAndDrafted([good], { cost: '0.0005' });
    expect(draft).toMatchObject({ attempts: [], outcome: { code: 'provider.cost_limit' } });
    expect(provider?.requests).toHaveLength(0);
  });

  it('given a limit that an answer used up, then its repair is not called for', async () => {
    const draft = await askedAndDrafted([good], { cost: '0.005' });
    expect(draft.outcome.kind).toBe('response');
    const repair = await repaired(draft);
    expect(repair).toMatchObject({ attempts: [], usage: { cost: '0.0045' }, outcome: { code: 'provider.cost_limit' } });
    expect(provider?.requests).toHaveLength(1);
  });

  it('given an endpoint that fails in a row, then it rests and jobs wait for it within their time', async () => {
    const configuration = await scripted([{ kind: 'status', status: 503, retryAfter: '0' }, good], { attempts: 3 });
    const moves: boolean[] = [];
    const limits = { failures: 1, restMs: 700, longestRestMs: 700, tryingMs: 10_000 };
    const monotonic = () => performance.now();
    const circuits = new Circuits({ monotonic, limits, moved: (_profile, isClosed) => moves.push(isClosed) });
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker({ configuration, circuits }).start();
    const draft = await trial.drafted(question.interactionId);
    expect(draft.attempts.map(({ state }) => state)).toEqual(['REFUSED', 'RECEIVED']);
    const [first, second] = (provider?.requests ?? []).map(({ time }) => Date.parse(time));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(700);
    expect(moves).toEqual([false, true]);
  });

  it('given a rest that is longer than the question has time, then it ends at once, without an attempt', async () => {
    const configuration = await scripted([good]);
    const limits = { failures: 1, restMs: 600_000, longestRestMs: 600_000, tryingMs: 10_000 };
    const circuits = new Circuits({ monotonic: () => performance.now(), limits });
    circuits.heard({ id: 'model', baseUrl: provider?.baseUrl ?? '' }, 'failed');
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker({ configuration, circuits }).start();
    const draft = await trial.drafted(question.interactionId);
    expect(draft).toMatchObject({ attempts: [], outcome: { code: 'provider.circuit_open' } });
    expect(provider?.requests).toHaveLength(0);
  });
});
