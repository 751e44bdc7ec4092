import { type ModelProfile, type Question } from '#libs/contracts';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import {
  type Reply,
  type ScriptedProvider,
  startScriptedProvider,
} from '../../../../examples/scripted-provider/index.js';
import { configurationOf, scriptedProfile } from '../fixtures/configuration.fixture-spec.js';
import { Circuits } from './circuits.js';
import { newQuestion, openTrial, type Trial } from '../fixtures/trial.fixture-spec.js';

const content = JSON.stringify({ answer: 'Yes.', entityCitations: [], documentationCitations: [], limitations: [] });
const good: Reply = { kind: 'message', content, usage: { prompt_tokens: 1000, completion_tokens: 500 } };
const away: Reply = { kind: 'status', status: 503 };
const weak = { strictSchema: false, jsonSchema: false, jsonMode: true };

describe('following the ladder', () => {
  let database: TestDatabase;
  let trial: Trial;
  const providers: ScriptedProvider[] = [];

  beforeAll(async () => {
    database = await testDatabase('generation');
    trial = await openTrial(database.url);
  });
  afterEach(async () => {
    await Promise.all(providers.splice(0).map((provider) => provider.close()));
    await trial?.reset();
  });
  afterAll(async () => {
    await trial?.close();
    await database?.drop();
  });

  async function endpoint(id: string, replies: Reply[], parts: Partial<ModelProfile> = {}): Promise<ModelProfile> {
    const provider = await startScriptedProvider({
      script: { model: 'scripted-test', rules: [{ match: '', replies }] },
    });
    providers.push(provider);
    return scriptedProfile({ id, baseUrl: provider.baseUrl, ...parts });
  }

  async function drafted(
    models: ModelProfile[],
    question: Partial<Question> = {},
    parts: Parameters<Trial['worker']>[0] = {},
  ) {
    const asked = newQuestion(question);
    await trial.ask(asked);
    await trial.worker({ configuration: configurationOf(models), ...parts }).start();
    const draft = await trial.drafted(asked.interactionId);
    const calls = providers.map(({ requests }) => requests.length);
    return { draft, calls };
  }

  it('given a preferred model that is away, then a strict fallback answers at once, and the draft tells both', async () => {
    const models = [await endpoint('first', [away], { fallback: 'second' }), await endpoint('second', [good])];
    const { draft, calls } = await drafted(models);
    expect(calls).toEqual([1, 1]);
    expect(draft).toMatchObject({
      profile: { id: 'second' },
      mode: { asked: 'strict', used: 'strict' },
      downgrade: null,
      passedOver: [{ profile: 'first', code: 'provider.unavailable' }],
      attempts: [
        { number: 1, state: 'REFUSED', code: 'provider.unavailable', profile: 'first' },
        { number: 2, state: 'RECEIVED', profile: 'second' },
      ],
      usage: { cost: '0.0045' },
    });
  });

  it('given a weaker fallback, then the preferred one rests and is asked again before it, and the downgrade says why', async () => {
    const models = [
      await endpoint('first', [{ kind: 'status', status: 429, retryAfter: '0' }], { fallback: 'second' }),
      await endpoint('second', [good], { capabilities: weak }),
    ];
    const { draft, calls } = await drafted(models);
    expect(calls).toEqual([2, 1]);
    expect(draft).toMatchObject({
      profile: { id: 'second' },
      mode: { asked: 'strict', used: 'json_mode' },
      downgrade: { code: 'provider.rate_limited' },
    });
  });

  it('given a circuit that is open, then the fallback is asked at once, and there is one attempt', async () => {
    const models = [await endpoint('first', [good], { fallback: 'second' }), await endpoint('second', [good])];
    const limits = { failures: 1, restMs: 60_000, longestRestMs: 60_000, tryingMs: 60_000 };
    const circuits = new Circuits({ monotonic: () => 0, limits });
    circuits.waitFor(models[0]!);
    circuits.heard(models[0]!, 'failed');
    const { draft, calls } = await drafted(models, {}, { circuits });
    expect(calls).toEqual([0, 1]);
    expect(draft).toMatchObject({
      profile: { id: 'second' },
      passedOver: [{ profile: 'first', code: 'provider.circuit_open' }],
      attempts: [{ number: 1, profile: 'second' }],
    });
  });

  it('given a secret that cannot be read, then the fallback is asked; without one its code', async () => {
    const secret = { from: 'environment', variable: 'NOT_SET' } as const;
    const models = [await endpoint('first', [good], { fallback: 'second', secret }), await endpoint('second', [good])];
    const { draft } = await drafted(models);
    expect(draft.passedOver).toEqual([{ profile: 'first', code: 'provider.not_configured' }]);
    const alone = await drafted([{ ...models[0]!, fallback: null }]);
    expect(alone.draft.outcome).toEqual({ kind: 'failure', code: 'provider.not_configured' });
  });

  it('given high risk, then a refusal is told by its code and no weaker form is asked', async () => {
    const models = [
      await endpoint('first', [{ kind: 'status', status: 400 }], { fallback: 'second' }),
      await endpoint('second', [good], { capabilities: weak }),
    ];
    const { draft, calls } = await drafted(models, { riskLevel: 'high' });
    expect(calls).toEqual([1, 0]);
    expect(draft).toMatchObject({
      request: { riskLevel: 'high' },
      profile: { id: 'first' },
      outcome: { kind: 'failure', code: 'provider.request_refused' },
    });
  });

  it("given the asker's one attempt, then no fallback is called", async () => {
    const models = [await endpoint('first', [away], { fallback: 'second' }), await endpoint('second', [good])];
    const { draft, calls } = await drafted(models, { limits: { attempts: 1 } });
    expect(calls).toEqual([1, 0]);
    expect(draft.outcome).toEqual({ kind: 'failure', code: 'provider.unavailable' });
  });

  it.each<[string, Reply, string]>([
    ['breaks off', { kind: 'cut', content: 'x', after: 1 }, 'provider.broken'],
    ['may have run', { kind: 'status', status: 500 }, 'provider.unobserved'],
  ])('given a call that %s, then it may be paid and nobody else is asked', async (_what, reply, code) => {
    const models = [await endpoint('first', [reply], { fallback: 'second' }), await endpoint('second', [good])];
    const { draft, calls } = await drafted(models);
    expect(calls).toEqual([1, 0]);
    expect(draft.outcome).toEqual({ kind: 'failure', code });
  });

  it('given high risk and no strict form, then the no-action answer, and nobody is called', async () => {
    const { draft, calls } = await drafted([await endpoint('first', [good], { capabilities: weak })], {
      riskLevel: 'high',
      workflow: 'accounts_payable',
    });
    expect(calls).toEqual([0]);
    expect(draft).toMatchObject({
      request: { riskLevel: 'high', workflow: 'accounts_payable' },
      answerSource: 'INSUFFICIENT_KNOWLEDGE',
      generationKind: 'DETERMINISTIC',
      mode: { asked: 'strict', used: 'none' },
      downgrade: { code: 'risk.needs_strict' },
      profile: null,
      outcome: { kind: 'response', choices: [{ finish: 'complete' }] },
    });
  });

  it('given a model that the policy does not offer, then its code', async () => {
    const { draft, calls } = await drafted([await endpoint('first', [good])], { model: 'gone' });
    expect(calls).toEqual([0]);
    expect(draft).toMatchObject({
      request: { model: 'gone' },
      outcome: { kind: 'failure', code: 'generation.unknown_model' },
    });
  });
});
