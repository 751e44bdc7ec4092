import fc from 'fast-check';

import { type ContextWindow, type Question, readConfiguration } from '#libs/contracts';
import { digestOfJson, sha256 } from '#libs/kernel';

import { composedDraft } from '../../apps/generation/src/domain/draft.js';
import { composedAnswer, planFor } from '../../apps/generation/src/domain/plan.js';
import { routeFor } from '../../apps/generation/src/domain/routing.js';
import { judge } from '../../apps/validation/src/domain/judge.js';
import { defaultConfiguration } from '../../tools/stack/default-configuration.js';

const hostile = fc.constantFrom(
  '[1]',
  '【２】',
  '```',
  '`',
  '](',
  '[x](y)',
  '\n\n',
  '[1-9]',
  '\u200b',
  'ORD-1',
  '{}',
  '"',
);
const text = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'grapheme' })), { maxLength: 12 })
  .map((parts) => parts.join(''));
const name = fc.oneof(
  fc.constantFrom('ORD-1', 'page', '[1]', '`'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
);
const entity = fc.record({ documentType: name, identity: name });
const reference = fc.record({
  id: name,
  entity,
  revision: name,
  digest: fc.constant(sha256('')),
  applicability: text,
  readers: fc.constant('everyone' as const),
  text,
  executionRecord: fc.constantFrom('recorded' as const, 'missing' as const, 'unknown' as const),
});
const window: fc.Arbitrary<ContextWindow> = fc.record({
  entities: fc.array(
    fc.record({ documentType: name, identity: name, text }, { requiredKeys: ['documentType', 'identity'] }),
    { maxLength: 4 },
  ),
  fragments: fc.array(fc.record({ id: name, text }), { maxLength: 4 }),
  references: fc.array(reference, { maxLength: 4 }),
});

/** Left out, unresolved, or resolved. */
const targets = fc.oneof(fc.constant({}), fc.record({ targets: fc.array(entity, { maxLength: 2 }) }));

/** Two services that share no code but the contracts must agree on what an extract may hold. */
describe('what generation composes without a model', () => {
  it('given any sources, however hostile, validation approves', () => {
    const configuration = readConfiguration(defaultConfiguration(sha256('token')));
    if (!configuration.ok) throw new Error('the default configuration is not right');
    const seen = new Set<string>();
    fc.assert(
      fc.property(window, targets, (context, aimed) => {
        const place = { namespace: 'default', interactionId: 'question-1', channel: 'web' };
        const asked = { interactionId: 'question-1', channel: 'web', question: 'What of ORD-1?' };
        const question: Question = { ...asked, context, ...aimed };
        const content = { question, errors: [] };
        const job = {
          ...place,
          ordinal: 0 as const,
          questionDigest: digestOfJson(question),
          content,
          traceparent: undefined,
        };
        const route = routeFor(configuration.value, { ...place, question, now: new Date(0), tried: [] });
        const plan = planFor(job, route);
        seen.add(plan.source);
        const ground = { job, configuration: configuration.value, route, plan, attempts: [] };
        const draft = composedDraft(ground, composedAnswer(plan));
        expect(judge(draft)?.decision.kind).toBe('approve');
      }),
      { numRuns: 500 },
    );
    expect([...seen].sort()).toEqual(['CLARIFICATION_REQUIRED', 'INSUFFICIENT_KNOWLEDGE', 'KNOWLEDGE_EXTRACTS']);
  });
});
