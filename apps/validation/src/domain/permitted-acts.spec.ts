import { contextWindow, draftOf } from './drafts-in-spec.js';
import { judge } from './judge.js';
import { permittedAnswers } from './permitted-acts-in-spec.js';

const orders = ['ORD-1042', 'ORD-2077'].map((identity) => ({ documentType: 'ORDER', identity }));

/** A check that stops one of these stops what the product is for: a new check is held against the whole list. */
describe('what a model may do', () => {
  it.each(permittedAnswers)(
    'given one that may $act, in $language, then the whole set of checks approves it',
    (one) => {
      const { answer, limitations = [] } = one;
      const cites = { entityCitations: orders, documentationCitations: ['DOC-SHIP-01', 'DOC-ESC-03'] };
      const window = { ...contextWindow, entities: orders };
      const draft = draftOf({ ...cites, answer, limitations: [...limitations] }, { window });
      const judgement = judge(draft);
      expect(judgement?.findings.filter(({ status }) => status !== 'passed')).toEqual([]);
      expect(judgement?.decision).toMatchObject({ kind: 'approve', answer: { answer } });
    },
  );

  it('then every act is there in every language', () => {
    const labels = new Set(permittedAnswers.map(({ language, act }) => `${language} ${act}`));
    expect(labels.size).toBe(6 * 5);
  });
});
