import { draftDigest, type ProfileLimits } from '#libs/contracts';
import { OutageError, type Transactions } from '#libs/event-flow';
import { digestOfJson } from '#libs/kernel';
import { type ModelClient, type ModelResult, outboundTo } from '#libs/model-client';
import { eventually, testDatabase, type TestDatabase } from '#libs/testkit';

import {
  type Reply,
  type ScriptedProvider,
  startScriptedProvider,
} from '../../../../examples/scripted-provider/index.js';
import { clientsByAdapter } from '../adapters/model-clients/model-clients.js';
import { countOpenJobs } from '../adapters/postgres/count-open-jobs.js';
import { postgresAttemptRecord } from '../adapters/postgres/postgres-attempt-record.js';
import { configurationWith, scriptedProfile } from '../fixtures/configuration.fixture-spec.js';
import { newQuestion, openTrial, type Trial } from '../fixtures/trial.fixture-spec.js';
import { type AttemptRecord } from '../ports/job-queue.port.js';

const content = JSON.stringify({
  answer: 'It is rejected. {{canary}}',
  entityCitations: [],
  documentationCitations: ['docs/decisions'],
  limitations: [],
});
const good: Reply = { kind: 'message', content, usage: { prompt_tokens: 1000, completion_tokens: 500 } };

describe('the draft worker', () => {
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

  it('given the extractive profile, then a deterministic draft with its window and without an attempt', async () => {
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker().start();
    const draft = await trial.drafted(question.interactionId);
    expect(draft).toMatchObject({
      ordinal: 0,
      answerSource: 'KNOWLEDGE_EXTRACTS',
      generationKind: 'DETERMINISTIC',
      mode: { asked: 'none', used: 'none' },
      attempts: [],
      usage: { cost: null },
      outcome: { kind: 'response', choices: [{ finish: 'complete' }] },
    });
    expect(draft.contextDigest).toBe(digestOfJson(draft.window));
  });

  it('given more questions than slots and no poll, then each free slot takes the next one', async () => {
    const questions = Array.from({ length: 40 }, () => newQuestion());
    for (const question of questions) await trial.ask(question);
    await trial.worker({ slots: 3, pollMs: 60_000 }).start();
    for (const { interactionId } of questions) await trial.drafted(interactionId);
    const drafts = await Promise.all(questions.map(({ interactionId }) => trial.drafts(interactionId)));
    expect(drafts.map(({ length }) => length)).toEqual(questions.map(() => 1));
  });

  it('given large questions, then no more are held than fit, whatever the slots, and each has its turn', async () => {
    const calls = heldCalls();
    const questions = Array.from({ length: 5 }, () => newQuestion());
    for (const question of questions) await trial.ask(question);
    const limits = { slots: 4, heldBytes: 1, claimAtOnce: 2 };
    const configuration = configurationWith(scriptedProfile());
    await trial.worker({ configuration, models: calls.models, ...limits }).start();
    for (const [begun, held] of [
      [2, 2],
      [4, 2],
      [5, 1],
    ] as const) {
      await eventually(() => expect(calls.count()).toBe(begun));
      expect((await countOpenJobs(trial.dataSource)).get('CLAIMED')).toBe(held);
      calls.answer('an answer');
    }
    for (const { interactionId } of questions) await trial.drafted(interactionId);
  });

  it('given a scripted model, then the raw response, its usage and its cost, and one call', async () => {
    const configuration = await scripted([good]);
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker({ configuration }).start();
    const draft = await trial.drafted(question.interactionId);
    expect(draft).toMatchObject({
      answerSource: 'KNOWLEDGE_GROUNDED',
      generationKind: 'SCRIPTED_MODEL',
      mode: { asked: 'strict', used: 'strict' },
      profile: { id: 'model', unprobed: true },
      attempts: [{ number: 1, state: 'RECEIVED', code: null }],
      usage: { inputTokens: 1000, outputTokens: 500, cost: '0.0045', currency: 'EUR' },
      outcome: { kind: 'response', model: 'scripted-test' },
    });
    expect(draft.outcome.kind === 'response' && draft.outcome.choices[0]?.content).toContain(
      provider?.requests[0]?.canary,
    );
    expect(provider?.requests.map(({ marker }) => marker)).toEqual([`default/${question.interactionId}/0/1`]);
  });

  it('given a 429 with retry-after, then the call rests as long and is made once more', async () => {
    const configuration = await scripted([{ kind: 'status', status: 429, retryAfter: '1' }, good]);
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker({ configuration }).start();
    const draft = await trial.drafted(question.interactionId);
    expect(draft.attempts.map(({ state, code }) => [state, code])).toEqual([
      ['REFUSED', 'provider.rate_limited'],
      ['RECEIVED', null],
    ]);
    expect(draft.usage.cost).toBe('0.0045');
    const [first, second] = (provider?.requests ?? []).map(({ time }) => Date.parse(time));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1000);
  });

  const ends: [string, Reply, Partial<ProfileLimits>, string, string][] = [
    [
      '429 after every attempt',
      { kind: 'status', status: 429, retryAfter: '0' },
      {},
      'provider.rate_limited',
      'REFUSED',
    ],
    ['503 and one attempt', { kind: 'status', status: 503 }, { attempts: 1 }, 'provider.unavailable', 'REFUSED'],
    [
      'retry-after beyond the time',
      { kind: 'status', status: 503, retryAfter: '900' },
      {},
      'provider.unavailable',
      'REFUSED',
    ],
    ['500', { kind: 'status', status: 500, retryAfter: '0' }, {}, 'provider.unobserved', 'UNOBSERVED'],
    ['401', { kind: 'status', status: 401 }, {}, 'provider.request_refused', 'REFUSED'],
    ['a cut', { kind: 'cut', content: 'half', after: 1 }, {}, 'provider.broken', 'BROKEN'],
    ['a cut before the headers', { kind: 'cut' }, {}, 'provider.unobserved', 'UNOBSERVED'],
    ['an HTML page', { kind: 'page', contentType: 'text/html', body: 'x' }, {}, 'provider.malformed', 'BROKEN'],
    [
      'a stream that stands still',
      { kind: 'hang', content: 'half', after: 1 },
      { idleMs: 200 },
      'provider.idle',
      'BROKEN',
    ],
    ['silence', { kind: 'hang' }, { callMs: 1_000 }, 'provider.timeout', 'UNOBSERVED'],
    [
      'too many bytes',
      { kind: 'message', content: 'x'.repeat(500) },
      { outputBytes: 100 },
      'provider.too_large',
      'BROKEN',
    ],
  ];
  it.each(ends)(
    'given %s, then the draft fails with its code and nothing unpaid is sent again',
    async (_what, reply, limits, code, state) => {
      const configuration = await scripted([reply], limits);
      const question = newQuestion();
      await trial.ask(question);
      await trial.worker({ configuration }).start();
      const draft = await trial.drafted(question.interactionId);
      expect(draft.outcome).toEqual({ kind: 'failure', code });
      expect(draft.attempts.at(-1)?.state).toBe(state);
      expect(draft.attempts).toHaveLength(provider?.requests.length ?? -1);
      expect(await trial.attempts(question.interactionId)).toHaveLength(draft.attempts.length);
    },
  );

  it('given a response that does not fit the topic, then the draft says so, without text and window', async () => {
    const configuration = await scripted([{ kind: 'message', content: '"\n'.repeat(350_000), chunks: 20 }], {
      outputBytes: 1_000_000,
    });
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker({ configuration }).start();
    const draft = await trial.drafted(question.interactionId);
    expect(draft.outcome).toEqual({ kind: 'failure', code: 'generation.draft_too_large' });
    expect(draft.window).toEqual({ entities: [], fragments: [], references: [] });
    expect(draft.attempts).toMatchObject([{ state: 'RECEIVED', usage: { currency: 'EUR' } }]);
  });

  it('given a secret that cannot be read, then nothing is sent', async () => {
    const secret = { from: 'environment', variable: 'MISSING' } as const;
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker({ configuration: configurationWith(scriptedProfile({ secret })) }).start();
    const draft = await trial.drafted(question.interactionId);
    expect(draft).toMatchObject({ attempts: [], outcome: { code: 'provider.not_configured' } });
  });

  it('given a host that may not be called, then nothing is sent, and there is no attempt', async () => {
    const configuration = await scripted([good]);
    const noSecret = () => Promise.resolve({ ok: false, failure: 'secret.missing' } as const);
    const models = clientsByAdapter(noSecret, outboundTo({ hosts: [], loopback: false }));
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker({ configuration, models }).start();
    const draft = await trial.drafted(question.interactionId);
    expect(draft).toMatchObject({ attempts: [], outcome: { code: 'provider.host_refused' } });
    expect(await trial.attempts(question.interactionId)).toEqual([]);
    expect(provider?.requests).toHaveLength(0);
  });

  it('given a question whose time is up, then no call begins', async () => {
    const configuration = await scripted([good]);
    const question = newQuestion();
    await trial.ask(question);
    await trial.dataSource.query(`update jobs set deadline_at = now() - interval '1 ms'`);
    await trial.worker({ configuration }).start();
    const draft = await trial.drafted(question.interactionId);
    expect(draft).toMatchObject({ attempts: [], outcome: { code: 'generation.expired' } });
    expect(provider?.requests).toHaveLength(0);
  });

  it("given the question's time is up while the call runs, then the call is aborted", async () => {
    const configuration = await scripted([{ kind: 'hang', content: 'half', after: 1 }]);
    const question = newQuestion({ timeoutMs: 1000 });
    await trial.ask(question);
    await trial.worker({ configuration }).start();
    const draft = await trial.drafted(question.interactionId);
    expect(draft).toMatchObject({ attempts: [{ state: 'BROKEN' }], outcome: { code: 'provider.timeout' } });
    expect(draft.latencyMs).toBeLessThan(1000);
  });

  it('given a holder that died in SENDING, then the job ends unobserved and is never sent again', async () => {
    const calls = heldCalls();
    const configuration = configurationWith(scriptedProfile());
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker({ configuration, models: calls.models }).start();
    await eventually(() => expect(calls.count()).toBe(1));
    await trial.dataSource.query(`update jobs set due_at = now() - interval '1 ms'`);
    await trial.worker({ configuration, models: calls.models }).start();
    const draft = await trial.drafted(question.interactionId);
    expect(draft).toMatchObject({
      attempts: [{ state: 'UNOBSERVED', code: 'provider.unobserved', latencyMs: null, usage: { cost: null } }],
      outcome: { kind: 'failure', code: 'provider.unobserved' },
    });
    calls.answer('an answer that comes too late');
    await eventually(async () =>
      expect(await trial.attempts(question.interactionId)).toEqual([
        { state: 'RECEIVED_LATE', code: null, cost: '0.000045' },
      ]),
    );
    expect(await trial.drafts(question.interactionId)).toHaveLength(1);
    expect(calls.count()).toBe(1);
  });

  it('given a call that ended before its first byte, then it is no attempt and the next holder makes it', async () => {
    const calls = heldCalls();
    let kept = 0;
    const keepsTheFirst: ModelClient = {
      complete: async (request, signal, hooks) => {
        if (kept > 0) return (await calls.models.clientFor()).complete(request, signal, hooks);
        kept += 1;
        await hooks.beforeSend();
        return { kind: 'not_sent' };
      },
    };
    const models = { clientFor: () => Promise.resolve(keepsTheFirst) };
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker({ configuration: configurationWith(scriptedProfile()), models }).start();
    await eventually(() => expect(calls.count()).toBe(1));
    calls.answer('an answer');
    const draft = await trial.drafted(question.interactionId);
    expect(draft).toMatchObject({ attempts: [{ number: 1, state: 'RECEIVED' }], outcome: { kind: 'response' } });
  });

  it('given an answer in hand and a database away beyond the lease, then the holder waits and the answer counts', async () => {
    const calls = heldCalls();
    const database = awayDatabase(trial.transactions);
    const question = newQuestion();
    await trial.ask(question);
    const configuration = configurationWith(scriptedProfile());
    const { models } = calls;
    await trial.worker({ configuration, models, transactions: database.transactions, pollMs: 20 }).start();
    await eventually(() => expect(calls.count()).toBe(1));
    await trial.dataSource.query(`update jobs set due_at = now() - interval '1 ms'`);
    calls.answer('an answer');
    await eventually(() => expect(database.tries()).toBeGreaterThan(2));
    expect(await trial.attempts(question.interactionId)).toMatchObject([{ state: 'SENDING' }]);
    database.comesBack();
    const draft = await trial.drafted(question.interactionId);
    expect(draft).toMatchObject({ attempts: [{ number: 1, state: 'RECEIVED' }], outcome: { kind: 'response' } });
  });

  it('given a database that goes away with the commit of SENDING, then nothing is sent before it is back', async () => {
    const configuration = await scripted([good]);
    const real = postgresAttemptRecord(trial.dataSource, 30_000);
    let begun = 0;
    const begin: AttemptRecord['begin'] = async (...attempt) => {
      const stands = await real.begin(...attempt);
      if (++begun === 1) throw new OutageError('database.away');
      return stands;
    };
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker({ configuration, attempts: { ...real, begin } }).start();
    const draft = await trial.drafted(question.interactionId);
    expect(draft).toMatchObject({ attempts: [{ number: 1, state: 'RECEIVED' }], outcome: { kind: 'response' } });
    expect([begun, provider?.requests.length]).toEqual([2, 1]);
  });

  it('given a holder that cannot renew, then it lets the call go', async () => {
    const calls = heldCalls();
    const question = newQuestion();
    await trial.ask(question);
    await trial
      .worker({ configuration: configurationWith(scriptedProfile()), models: calls.models, leaseMs: 300 })
      .start();
    await eventually(() => expect(calls.count()).toBe(1));
    await trial.dataSource.query(`update jobs set fencing_token = fencing_token + 1`);
    await eventually(() => expect(calls.aborted()).toBe(1));
    expect(await trial.attempts(question.interactionId)).toMatchObject([{ state: 'SENDING' }]);
  });

  it('given a call longer than its lease, then the lease is renewed and the answer counts', async () => {
    const configuration = await scripted([{ ...good, delayMs: 900 }]);
    const question = newQuestion();
    await trial.ask(question);
    await Promise.all([1, 2].map(() => trial.worker({ configuration, leaseMs: 300 }).start()));
    const draft = await trial.drafted(question.interactionId);
    expect(draft.outcome.kind).toBe('response');
    expect(provider?.requests).toHaveLength(1);
  });

  it('given a stop, then a call under way ends within the grace, and what waits stays in the queue', async () => {
    const configuration = await scripted([{ ...good, delayMs: 300 }]);
    const [first, second] = [newQuestion(), newQuestion()];
    await trial.ask(first);
    await trial.ask(second);
    const worker = trial.worker({ configuration, slots: 1 });
    await worker.start();
    await eventually(() => expect(provider?.requests).toHaveLength(1));
    await worker.stop();
    expect(await trial.drafts(first.interactionId)).toHaveLength(1);
    const open = await trial.dataSource.query(`select state, interaction_id as id from jobs where state <> 'DONE'`);
    expect(open).toEqual([{ state: 'QUEUED', id: second.interactionId }]);
  });

  it('given a stop and a call beyond the grace, then it is cut off and left in SENDING', async () => {
    const calls = heldCalls();
    const question = newQuestion();
    await trial.ask(question);
    const worker = trial.worker({
      configuration: configurationWith(scriptedProfile()),
      models: calls.models,
      graceMs: 50,
    });
    await worker.start();
    await eventually(() => expect(calls.count()).toBe(1));
    await worker.stop();
    expect(calls.aborted()).toBe(1);
    expect(await trial.attempts(question.interactionId)).toMatchObject([{ state: 'SENDING' }]);
  });

  it('given a repair of this draft, then ordinal 1 is drafted from the same question, and once', async () => {
    const configuration = await scripted([{ kind: 'message', content: 'no json' }, good]);
    const question = newQuestion();
    await trial.ask(question);
    await trial.worker({ configuration }).start();
    const draft = await trial.drafted(question.interactionId);
    const { interactionId, namespace, channel, questionDigest } = draft;
    const request = {
      ...{ interactionId, namespace, channel, questionDigest },
      draftDigest: draftDigest(Buffer.from(JSON.stringify(draft))),
      configuration: draft.configuration,
      errors: [{ code: 'parse.not_json', pointer: null }],
    };
    expect(await trial.askRepair(request)).toEqual({ kind: 'done', events: [] });
    expect(await trial.askRepair(request)).toEqual({ kind: 'done', events: [] });
    const repaired = await trial.drafted(interactionId, 2);
    expect(repaired).toMatchObject({ ordinal: 1, attempts: [{ number: 1 }], outcome: { kind: 'response' } });
    expect(provider?.requests.map(({ marker }) => marker?.split('/').slice(2).join('/'))).toEqual(['0/1', '1/1']);
    const other = { ...request, draftDigest: digestOfJson('another draft') };
    expect(await trial.askRepair(other)).toMatchObject({ refusal: { code: 'event.contradiction' } });
  });
});

/** Transactions of a database that is away until the test says otherwise. */
function awayDatabase(real: Transactions) {
  let away = true;
  let tries = 0;
  const run: Transactions['run'] = async (work) => {
    tries += 1;
    if (away) throw new OutageError('database.away');
    return real.run(work);
  };
  return { transactions: { run }, tries: () => tries, comesBack: () => (away = false) };
}

/** Calls that stay open until the test answers them, or their signal ends them. */
function heldCalls() {
  const answers: ((result: ModelResult) => void)[] = [];
  let aborted = 0;
  const client: ModelClient = {
    complete: async (_request, signal, hooks) => {
      if (!(await hooks.beforeSend())) return { kind: 'not_sent' };
      return new Promise((resolve) => {
        answers.push(resolve);
        signal.addEventListener('abort', () => {
          aborted += 1;
          resolve({ kind: 'abandoned' });
        });
      });
    },
  };
  const choice = {
    index: 0,
    refusal: null,
    reasoning: null,
    toolCalls: [],
    finish: 'complete',
    finishReason: 'stop',
  } as const;
  const tokens = { inputTokens: 10, outputTokens: 5 };
  return {
    models: { clientFor: () => Promise.resolve(client) },
    count: () => answers.length,
    aborted: () => aborted,
    answer: (content: string) =>
      answers.forEach((resolve) =>
        resolve({ kind: 'response', model: null, choices: [{ ...choice, toolCalls: [], content }], tokens }),
      ),
  };
}
