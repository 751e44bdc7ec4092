import { choice, draftOf, draftOfChoices } from '../drafts-in-spec.js';
import { examine, failuresOf } from './examine-in-spec.js';
import { parseCheck } from './parse.js';

describe('the parse check', () => {
  it.each([
    ['a fence', '```json\n{}\n```', ['parse.mixed_text 0-0']],
    ['prose after the object', '{} done', ['parse.mixed_text 3-3']],
    ['cut-off JSON', '{"answer":', ['parse.not_json 10-10']],
    [
      'two faults',
      '{"a":1e999,"a":"\\u0000"}',
      ['parse.unsafe_number 5-5', 'parse.duplicate_key 11-11', 'parse.ill_formed 15-15'],
    ],
  ])('given %s, then it fails with the place', (_name, text, failures) => {
    expect(failuresOf(parseCheck, draftOf(text))).toEqual(failures);
  });

  it('given readable JSON, then every code is recorded as passed', () => {
    const findings = examine(parseCheck, draftOf('{}'));
    expect(findings.map(({ code }) => code)).toEqual(parseCheck.codes);
    expect(findings.every(({ status }) => status === 'passed')).toBe(true);
  });

  it('given a text that was cut off, then it is not read, even where it happens to be JSON', () => {
    expect(examine(parseCheck, draftOfChoices([choice('{}', { finish: 'truncated' })]))).toEqual([]);
  });
});
