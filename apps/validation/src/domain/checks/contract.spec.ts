import { answer, draftOf } from '../drafts-in-spec.js';
import { contractCheck } from './contract.js';
import { examine, failuresOf } from './examine-in-spec.js';

const good = JSON.stringify(answer);

describe('the contract check', () => {
  it.each([
    ['a root array', `[${good}]`, 'schema.contract'],
    ['an object encoded twice', JSON.stringify(good), 'schema.contract'],
    ['a schema instead of an answer', '{"properties":{},"required":[]}', 'schema.contract /answer'],
    ['a member beside the contract', JSON.stringify({ ...answer, confidence: 0.95 }), 'schema.contract'],
    ['members in another case', good.replace('answer', 'Answer'), 'schema.contract /answer'],
    [
      'a citation without its kind',
      JSON.stringify({ ...answer, entityCitations: [{ identity: 'x' }] }),
      'schema.contract /entityCitations/0/documentType',
    ],
    [
      'an endless list',
      JSON.stringify({ ...answer, limitations: Array(1001).fill('') }),
      'schema.contract /limitations',
    ],
    ['a number where text belongs', JSON.stringify({ ...answer, limitations: [1] }), 'schema.contract /limitations/0'],
  ])('given %s, then it fails with a pointer of known names', (_name, text, failure) => {
    expect(failuresOf(contractCheck, draftOf(text))).toEqual([failure]);
  });

  it('given the contract, then it passes', () => {
    expect(examine(contractCheck, draftOf(good))).toMatchObject([{ code: 'schema.contract', status: 'passed' }]);
  });

  it('given no JSON, then there is nothing to hold against it', () => {
    expect(examine(contractCheck, draftOf('no'))).toEqual([]);
  });
});
