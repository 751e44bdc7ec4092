import fc from 'fast-check';

import { type AnswerPart, type AnswerSource } from '#libs/contracts';

import { publishedSource } from './published-source.js';

const part = (kind: AnswerPart['kind']): AnswerPart => ({ kind, text: 'x', references: kind === 'source' ? [1] : [] });
const [source, model, extract] = [part('source'), part('model'), part('extract')];

describe('what a published answer says that it rests on', () => {
  const cases: [string, AnswerSource, AnswerPart[], AnswerSource][] = [
    ['mixed, and both kinds are there', 'MIXED_SOURCES', [model, source], 'MIXED_SOURCES'],
    ['mixed, and every paragraph cites', 'MIXED_SOURCES', [source, source], 'KNOWLEDGE_GROUNDED'],
    ['mixed, and no paragraph cites', 'MIXED_SOURCES', [model], 'MODEL_SUPPLEMENT'],
    ['mixed, and there is no paragraph', 'MIXED_SOURCES', [], 'MODEL_SUPPLEMENT'],
    ['grounded, and an introduction does not cite', 'KNOWLEDGE_GROUNDED', [model, source], 'KNOWLEDGE_GROUNDED'],
    ['grounded by fragments, which have no numbers', 'KNOWLEDGE_GROUNDED', [model], 'KNOWLEDGE_GROUNDED'],
    ['a supplement', 'MODEL_SUPPLEMENT', [model, source], 'MODEL_SUPPLEMENT'],
    ['extracts', 'KNOWLEDGE_EXTRACTS', [extract], 'KNOWLEDGE_EXTRACTS'],
    ['a clarification', 'CLARIFICATION_REQUIRED', [extract], 'CLARIFICATION_REQUIRED'],
    ['insufficient', 'INSUFFICIENT_KNOWLEDGE', [extract], 'INSUFFICIENT_KNOWLEDGE'],
  ];
  it.each(cases)('given %s, then of %s', (_what, drafted, parts, published) => {
    expect(publishedSource({ answerSource: drafted }, parts)).toBe(published);
  });

  it('given any parts, then general knowledge is claimed only where the draft had leave for it, and never hidden', () => {
    const drafted = fc.constantFrom<AnswerSource[]>('KNOWLEDGE_GROUNDED', 'MIXED_SOURCES', 'MODEL_SUPPLEMENT');
    fc.assert(
      fc.property(drafted, fc.array(fc.constantFrom(source, model)), (answerSource, parts) => {
        const published = publishedSource({ answerSource }, parts);
        const hasLeave = answerSource !== 'KNOWLEDGE_GROUNDED';
        if (!hasLeave) expect(published).toBe('KNOWLEDGE_GROUNDED');
        if (hasLeave && parts.includes(model)) expect(published).not.toBe('KNOWLEDGE_GROUNDED');
        if (published === 'MIXED_SOURCES') expect(parts).toEqual(expect.arrayContaining([source, model]));
      }),
    );
  });
});
