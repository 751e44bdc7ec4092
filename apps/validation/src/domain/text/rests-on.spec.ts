import { fold, placesResting } from './rests-on.js';

const answer = {
  answer: 'Order ＯＲＤ-５ left; straße.',
  entityCitations: [{ documentType: 'ORDER', identity: 'only-here' }],
  documentationCitations: ['only-there'],
  limitations: ['Nothing about or\u200Bd-7 is known.'],
};

describe('what a text rests on', () => {
  it.each([
    ['in another width and case', 'ord-5', ['/answer']],
    ['with another form of the same letters', 'STRASSE', ['/answer']],
    ['with an invisible character inside', 'ORD-7', ['/limitations/0']],
    ['in a citation list alone', 'only-here', []],
    ['nowhere', 'ORD-6', []],
  ])('given an identity %s', (_name, identity, places) => {
    expect(placesResting(answer)(identity)).toEqual(places);
  });

  it('folds both sigmas alike', () => {
    expect(fold('ΟΔΟΣ')).toBe(fold('οδος'));
    expect(fold('ΟΔΟΣ-1')).toContain(fold('οδος'));
  });
});
