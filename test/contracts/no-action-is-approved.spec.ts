import { type Question } from '#libs/contracts';
import { digestOfJson } from '#libs/kernel';

import { extractiveDraft } from '../../apps/generation/src/domain/draft.js';
import { noAction, noActionSentence } from '../../apps/generation/src/domain/no-action.js';
import { routeFor } from '../../apps/generation/src/domain/routing.js';
import {
  askingOf,
  configurationOf,
  scriptedProfile,
} from '../../apps/generation/src/fixtures/configuration.fixture-spec.js';
import { judge } from '../../apps/validation/src/domain/judge.js';

/** Generation says that nothing was done; validation must find nothing to hold against it. */
it('given a risk that no model can be held to, then the no-action answer is approved as it is', () => {
  const question: Question = { interactionId: 'question-1', channel: 'web', question: 'Refund it.', riskLevel: 'high' };
  const weak = { strictSchema: false, jsonSchema: false, jsonMode: true };
  const configuration = configurationOf([scriptedProfile({ capabilities: weak })]);
  const job = {
    ...{ namespace: 'default', interactionId: 'question-1', ordinal: 0 as const, channel: 'web' },
    questionDigest: digestOfJson(question),
    content: { question, errors: [] },
    traceparent: undefined,
  };
  const route = routeFor(configuration, askingOf(question));
  const draft = extractiveDraft({ job, configuration, route, attempts: [] }, noAction);
  expect(judge(draft)?.decision).toMatchObject({ kind: 'approve', answer: { answer: noActionSentence } });
});
