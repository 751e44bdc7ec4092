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
    expect(placesResting(answer, [identity])).toEqual(places);
  });

  it.each([
    ['a text with endless combining marks', { ...answer, answer: '\u0301\u0323'.repeat(16) }, 'x'],
    ['a name with endless combining marks', answer, '\u0301'.repeat(31)],
    ['a long text and a long name', { ...answer, answer: 'a'.repeat(10_000) }, 'b'.repeat(10_000)],
  ])('given %s, then nobody can tell', (_name, long, identity) => {
    expect(placesResting(long, [identity])).toBeUndefined();
  });

  it('folds both sigmas alike', () => {
    expect(fold('ΟΔΟΣ')).toBe(fold('οδος'));
    expect(fold('ΟΔΟΣ-1')).toContain(fold('οδος'));
  });
});
