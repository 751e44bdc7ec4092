import { type Question } from '#libs/contracts';

import { noActionDraft } from '../../apps/generation/src/domain/draft.js';
import { noActionSentence } from '../../apps/generation/src/domain/no-action.js';
import { configurationOf, scriptedProfile } from '../../apps/generation/src/fixtures/configuration.fixture-spec.js';
import { planned } from '../../apps/generation/src/fixtures/planned.fixture-spec.js';
import { judge } from '../../apps/validation/src/domain/judge.js';

/** Generation says that nothing was done; validation must find nothing to hold against it. */
it('given a risk that no model can be held to, then the no-action answer is approved as it is', () => {
  const question: Question = { interactionId: 'question-1', channel: 'web', question: 'Refund it.', riskLevel: 'high' };
  const weak = { strictSchema: false, jsonSchema: false, jsonMode: true };
  const configuration = configurationOf([scriptedProfile({ capabilities: weak })]);
  const draft = noActionDraft(planned(question, configuration));
  expect(judge(draft)?.decision).toMatchObject({ kind: 'approve', answer: { answer: noActionSentence } });
});
