import { type ConfigurationSnapshot, type ModelProfile, type Policy, type Question } from '#libs/contracts';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { type ScriptedProvider, startScriptedProvider } from '../../../../examples/scripted-provider/index.js';
import { configurationWith, scriptedProfile } from '../fixtures/configuration.fixture-spec.js';
import { newQuestion, openTrial, type Trial } from '../fixtures/trial.fixture-spec.js';

const entities = ['A-1', 'B-2'].map((identity) => ({ documentType: 'order', identity }));

/** A model is there and would answer: what needs none must not reach it, and what it may not see neither. */
describe('an answer that needs no model', () => {
  let database: TestDatabase;
  let trial: Trial;
  let provider: ScriptedProvider;

  beforeAll(async () => {
    database = await testDatabase('generation');
    trial = await openTrial(database.url);
    const replies = [{ kind: 'message' as const, content: 'never asked for' }];
    provider = await startScriptedProvider({ script: { model: 'scripted-test', rules: [{ match: '', replies }] } });
  });
  afterAll(async () => {
    await trial?.close();
    await provider?.close();
    await database?.drop();
  });

  const configured = (profile: Partial<ModelProfile>, policy: Partial<Policy> = {}): ConfigurationSnapshot => {
    const base = configurationWith(scriptedProfile({ baseUrl: provider.baseUrl, ...profile }));
    return { ...base, policies: base.policies.map((each) => ({ ...each, ...policy })) };
  };

  const cases: [string, Partial<Question>, Partial<ModelProfile>, Partial<Policy>, string, string][] = [
    ['an ambiguous subject', { targets: [], context: { entities } }, {}, {}, 'AMBIGUOUS', 'CLARIFICATION_REQUIRED'],
    [
      'no source and no leave to supplement',
      { context: {} },
      {},
      { supplement: 'forbidden' },
      ...(['NO_MATCH', 'INSUFFICIENT_KNOWLEDGE'] as const),
    ],
    [
      'sources that the profile may not see',
      {},
      { disclosureApproved: false },
      {},
      ...(['MATCHED', 'KNOWLEDGE_EXTRACTS'] as const),
    ],
  ];
  it.each(cases)(
    'given %s, then a deterministic draft and no call',
    async (_what, parts, profile, policy, mode, source) => {
      const question = newQuestion(parts);
      await trial.ask(question);
      const worker = trial.worker({ configuration: configured(profile, policy) });
      await worker.start();
      expect(await trial.drafted(question.interactionId)).toMatchObject({
        answerSource: source,
        evidence: { mode },
        generationKind: 'DETERMINISTIC',
        profile: null,
        attempts: [],
        usage: { inputTokens: null, cost: null },
        outcome: { kind: 'response', model: null, choices: [{ finish: 'complete' }] },
      });
      await worker.stop();
      expect(await trial.attempts(question.interactionId)).toEqual([]);
      expect(provider.requests).toEqual([]);
    },
  );
});
