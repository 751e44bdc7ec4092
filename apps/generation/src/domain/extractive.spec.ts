import fc from 'fast-check';

import { type ContextWindow } from '#libs/contracts';
import { sha256 } from '#libs/kernel';

import { compose, insufficientKnowledge, leftOutLimitation } from './extractive.js';
import { emptyWindow } from './window.js';

const reference = (identity: string, text: string) =>
  ({
    id: `ref-${identity}`,
    entity: { documentType: 'Order', identity },
    revision: '4',
    digest: sha256(text),
    applicability: 'here',
    readers: 'everyone',
    text,
    executionRecord: 'recorded',
  }) as const;

const windowOf = (parts: Partial<ContextWindow>): ContextWindow => ({ ...emptyWindow, ...parts });

describe('the extractive profile', () => {
  it('given references and fragments, then labelled extracts with their citation numbers, references first', () => {
    const { answer, answerSource } = compose(
      windowOf({
        references: [reference('A-1', 'The order was sent.'), reference('A-2', 'The order was paid.')],
        fragments: [{ id: 'docs/orders', text: 'Orders are sent once.' }],
      }),
    );
    expect(answerSource).toBe('KNOWLEDGE_EXTRACTS');
    expect(answer).toEqual({
      answer:
        'Order A-1, revision 4 [1]:\nThe order was sent.\n\nOrder A-2, revision 4 [2]:\nThe order was paid.\n\ndocs/orders:\nOrders are sent once.',
      entityCitations: [
        { documentType: 'Order', identity: 'A-1' },
        { documentType: 'Order', identity: 'A-2' },
      ],
      documentationCitations: ['docs/orders'],
      limitations: [],
    });
  });

  it('given nothing, then the fixed sentence and no claim', () => {
    const { answer, answerSource } = compose(emptyWindow);
    expect(answerSource).toBe('INSUFFICIENT_KNOWLEDGE');
    expect(answer).toMatchObject({ answer: insufficientKnowledge, entityCitations: [], documentationCitations: [] });
  });

  it('given a source that looks like it cites, then it stands in a fence, byte for byte', () => {
    const text = 'See [12] and ```code``` and 【3】.';
    const { answer } = compose(windowOf({ fragments: [{ id: 'docs/x', text }] }));
    expect(answer.answer).toBe(`docs/x:\n\`\`\`\`text\n${text}\n\`\`\`\``);
  });

  it('given an identity that looks like a marker, then the label does not', () => {
    const { answer } = compose(windowOf({ references: [reference('[9]`', 'x')] }));
    expect(answer.answer).toBe('Order 9, revision 4 [1]:\nx');
  });

  it('given more than fits, then whole sources are left out and a limitation says so', () => {
    const big = 'x'.repeat(60_000);
    const { answer } = compose(
      windowOf({
        fragments: [
          { id: 'too-big', text: big },
          { id: 'small', text: 'fits' },
        ],
      }),
    );
    expect(answer.answer).toBe('small:\nfits');
    expect(answer.limitations).toEqual([leftOutLimitation]);
  });

  it('given any texts, then each one that is used is there whole, and what is published stays within its bound', () => {
    const fragment = fc.record({
      id: fc.string({ minLength: 1, maxLength: 200 }),
      text: fc.string({ unit: 'grapheme', maxLength: 3000 }),
    });
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 60 }), (fragments) => {
        const { answer } = compose(windowOf({ fragments }));
        for (const id of answer.documentationCitations) {
          expect(fragments.some((each) => each.id === id && answer.answer.includes(each.text))).toBe(true);
        }
        expect(2 * Buffer.byteLength(JSON.stringify(answer.answer))).toBeLessThan(101_000);
      }),
      { numRuns: 30 },
    );
  });
});
