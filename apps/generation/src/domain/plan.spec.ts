import fc from 'fast-check';

import { type ConfigurationSnapshot, type Question } from '#libs/contracts';
import { sha256 } from '#libs/kernel';

import { configurationWith, scriptedProfile } from '../fixtures/configuration.fixture-spec.js';
import { planned } from '../fixtures/planned.fixture-spec.js';
import { answerSourceOf, answerSourceTable, needsModel } from './answer-source.js';
import { askWhich, askWhichHolds, shortenedLimitation } from './clarification.js';
import { composedDraft } from './draft.js';
import { insufficientKnowledge } from './extractive.js';
import { composedAnswer } from './plan.js';

const order = { documentType: 'Order', identity: 'A-1' };
const other = { documentType: 'Order', identity: 'B-2' };
const reference = {
  ...{ id: 'r1', entity: order, revision: '4', digest: sha256('x'), applicability: 'EU' },
  ...{ readers: 'everyone' as const, text: 'It was sent.', executionRecord: 'unknown' as const },
};

const question = (parts: Partial<Question>): Question => ({
  ...{ interactionId: 'question-1', channel: 'web', question: 'Where is it?' },
  ...parts,
});
const matched = question({ context: { references: [reference] } });
const partial = question({ targets: [order, other], context: { references: [reference] } });
const bare = question({});
const ambiguous = question({ targets: [], context: { entities: [order, other] } });

const open = configurationWith(scriptedProfile());
const forbidding: ConfigurationSnapshot = {
  ...open,
  policies: open.policies.map((policy) => ({ ...policy, supplement: 'forbidden' })),
};
const undisclosed = configurationWith(scriptedProfile({ disclosureApproved: false }));
const extractive = configurationWith();

describe('the plan of an answer', () => {
  it.each([
    ['MATCHED', 'KNOWLEDGE_GROUNDED', matched, open],
    ['MATCHED, no supplement', 'KNOWLEDGE_GROUNDED', matched, forbidding],
    ['MATCHED, not disclosed', 'KNOWLEDGE_EXTRACTS', matched, undisclosed],
    ['MATCHED, no model', 'KNOWLEDGE_EXTRACTS', matched, extractive],
    ['PARTIAL_MATCH', 'MIXED_SOURCES', partial, open],
    ['PARTIAL_MATCH, no supplement', 'KNOWLEDGE_GROUNDED', partial, forbidding],
    ['PARTIAL_MATCH, not disclosed', 'KNOWLEDGE_EXTRACTS', partial, undisclosed],
    ['NO_MATCH', 'MODEL_SUPPLEMENT', bare, open],
    ['NO_MATCH, no supplement', 'INSUFFICIENT_KNOWLEDGE', bare, forbidding],
    ['NO_MATCH, nothing to disclose', 'MODEL_SUPPLEMENT', bare, undisclosed],
    ['NO_MATCH, no model', 'INSUFFICIENT_KNOWLEDGE', bare, extractive],
    ['AMBIGUOUS', 'CLARIFICATION_REQUIRED', ambiguous, open],
    ['AMBIGUOUS, no model', 'CLARIFICATION_REQUIRED', ambiguous, extractive],
  ])('given %s, then %s', (_what, source, asked, configuration) => {
    expect(planned(asked, configuration).plan.source).toBe(source);
  });

  it.each([
    ['earlier turns', { messages: [{ role: 'user' as const, content: 'x' }] }],
    ['an entity', { context: { entities: [order] } }],
    ['an executed change', { context: { executedActions: [{ action: 'a', reference: 'r', executedAt: 't' }] } }],
    ['a source that the asker may not read', { context: { references: [{ ...reference, readers: [] }] } }],
  ])('given a profile without approval, then it never sees a question that brings %s', (_what, parts) => {
    expect(planned(question(parts), undisclosed).plan.source).toBe('INSUFFICIENT_KNOWLEDGE');
  });

  it('given any case, then the table has a row for it, and a source without a model needs none', () => {
    const the = fc.record({
      evidence: fc.constantFrom(
        'MATCHED' as const,
        'PARTIAL_MATCH' as const,
        'NO_MATCH' as const,
        'AMBIGUOUS' as const,
      ),
      model: fc.boolean(),
      supplement: fc.boolean(),
    });
    fc.assert(
      fc.property(the, (each) => {
        const source = answerSourceOf(each);
        if (!each.model) expect(needsModel(source)).toBe(false);
        if (!each.supplement) expect(['MODEL_SUPPLEMENT', 'MIXED_SOURCES']).not.toContain(source);
      }),
    );
    expect(new Set(answerSourceTable.map(({ source }) => source)).size).toBe(6);
  });
});

describe('what is composed without a model', () => {
  const composed = (asked: Question, configuration = open) => {
    const ground = planned(asked, configuration);
    return { ...composedAnswer(ground.plan).answer, draft: composedDraft(ground, composedAnswer(ground.plan)) };
  };

  it('given candidates, then it asks back by their list, and no profile or mode is named', () => {
    const { answer, entityCitations, draft } = composed(ambiguous);
    expect(answer).toBe(`${askWhich}\n\n- Order A-1\n- Order B-2`);
    expect(entityCitations).toEqual([order, other]);
    expect(draft).toMatchObject({
      answerSource: 'CLARIFICATION_REQUIRED',
      generationKind: 'DETERMINISTIC',
      evidence: { mode: 'AMBIGUOUS' },
      mode: { asked: 'none', used: 'none' },
      profile: null,
      attempts: [],
    });
  });

  it('given sources that contradict each other, then it asks which holds, with their numbers', () => {
    const references = [reference, { ...reference, id: 'r2', revision: '5' }];
    const { answer, entityCitations } = composed(question({ context: { references } }));
    expect(answer).toBe(`${askWhichHolds}\n\n- Order A-1, revision 4 [1]\n- Order A-1, revision 5 [2]`);
    expect(entityCitations).toEqual([order]);
  });

  it('given more candidates than an answer holds, then the list is shortened and says so', () => {
    const entities = Array.from({ length: 500 }, (_, at) => ({ documentType: '訂'.repeat(190), identity: `${at}` }));
    const { answer, limitations } = composed(question({ targets: [], context: { entities } }));
    expect(limitations).toEqual([shortenedLimitation]);
    expect(Buffer.byteLength(answer)).toBeLessThan(100_000);
  });

  it('given nothing and no leave to supplement, then a fixed sentence', () => {
    const { answer, draft } = composed(bare, forbidding);
    expect(answer).toBe(insufficientKnowledge);
    expect(draft).toMatchObject({ answerSource: 'INSUFFICIENT_KNOWLEDGE', evidence: { mode: 'NO_MATCH' } });
  });
});
