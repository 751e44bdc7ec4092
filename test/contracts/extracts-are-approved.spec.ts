import fc from 'fast-check';

import { type ContextWindow, type Question, readConfiguration } from '#libs/contracts';
import { digestOfJson, sha256 } from '#libs/kernel';

import { extractiveDraft } from '../../apps/generation/src/domain/draft.js';
import { compose } from '../../apps/generation/src/domain/extractive.js';
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

/** Two services that share no code but the contracts must agree on what an extract may hold. */
describe('what generation composes without a model', () => {
  it('given any sources, however hostile, validation approves', () => {
    const configuration = readConfiguration(defaultConfiguration(sha256('token')));
    if (!configuration.ok) throw new Error('the default configuration is not right');
    fc.assert(
      fc.property(window, (context) => {
        const place = { namespace: 'default', interactionId: 'question-1', channel: 'web' };
        const question: Question = { interactionId: 'question-1', channel: 'web', question: '?', context };
        const content = { question, errors: [] };
        const job = {
          ...place,
          ordinal: 0 as const,
          questionDigest: digestOfJson(question),
          content,
          traceparent: undefined,
        };
        const route = routeFor(configuration.value, { ...place, question, now: new Date(0), tried: [] });
        const draft = extractiveDraft(
          { job, configuration: configuration.value, route, attempts: [] },
          compose(context),
        );
        expect(judge(draft)?.decision.kind).toBe('approve');
      }),
      { numRuns: 500 },
    );
  });
});
