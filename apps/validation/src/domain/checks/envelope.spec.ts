import { type Choice } from '#libs/contracts';

import { answer, choice, draftOf, draftOfChoices } from '../drafts-in-spec.js';
import { envelopeCheck } from './envelope.js';
import { examine, failuresOf } from './examine-in-spec.js';

const good = JSON.stringify(answer);
const call = { id: null, name: 'get_order', arguments: '' };

describe('the envelope check', () => {
  it.each<[string, Choice[], string[]]>([
    ['a refusal field', [choice('', { refusal: 'I cannot.' })], ['envelope.refusal', 'envelope.empty']],
    ['a refusing finish', [choice(good, { finish: 'refused' })], ['envelope.refusal']],
    ['a filter', [choice(good, { finish: 'filtered' })], ['envelope.filtered']],
    ['a length stop at the closing brace', [choice(good, { finish: 'truncated' })], ['envelope.truncated']],
    ['a finish that nobody knows', [choice(good, { finish: 'unfinished' })], ['envelope.unfinished']],
    ['a tool call under a plain finish', [choice(good, { toolCalls: [call] })], ['envelope.unfinished']],
    ['a tool finish, which the tool check looks at', [choice(null, { finish: 'tool', toolCalls: [call] })], []],
    ['no text', [choice(null, { reasoning: good })], ['envelope.empty']],
    ['invisible text', [choice(' \n\u200b\u00ad')], ['envelope.empty']],
    ['no choice', [], ['envelope.several_choices']],
    [
      'two choices, one cut off',
      [choice(good), choice(good, { finish: 'truncated' })],
      ['envelope.truncated', 'envelope.several_choices'],
    ],
    ['an empty refusal field', [choice(good, { refusal: '' })], []],
  ])('given %s', (_name, choices, failures) => {
    expect(failuresOf(envelopeCheck, draftOfChoices(choices))).toEqual(failures);
  });

  it.each([
    ['the model of the profile', 'scripted-model', []],
    ['an alias', 'scripted-model-2026', []],
    ['no model', null, []],
    ['another model', 'scripted-model-2', ['envelope.model_mismatch']],
  ])('given a response that names %s', (_name, model, failures) => {
    expect(failuresOf(envelopeCheck, draftOfChoices([choice(good)], {}, model))).toEqual(failures);
  });

  it('given a named model and no profile, then it is not the one that was asked', () => {
    const draft = draftOfChoices([choice(good)], { profile: null }, 'scripted-model');
    expect(failuresOf(envelopeCheck, draft)).toEqual(['envelope.model_mismatch']);
  });

  it.each(['', ' \n ', '\u200b'])('given the answer %j inside good JSON, then it is empty', (text) => {
    expect(failuresOf(envelopeCheck, draftOf({ answer: text }))).toEqual(['envelope.empty /answer']);
  });

  it('given a finish that the contract does not have, then the check is broken and nothing passes', () => {
    const draft = draftOfChoices([choice(good, { finish: 'sleeping' as never })]);
    expect(examine(envelopeCheck, draft)).toEqual([
      { code: 'check.broken', layer: 'envelope', status: 'broken', pointer: null, span: null },
    ]);
  });
});
