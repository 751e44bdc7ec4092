import { type Choice, type Code } from '#libs/contracts';
import { assertNever } from '#libs/kernel';

import { isBlank } from '../reading.js';
import { type Check, type CheckInput, type Found, found } from './check.js';

/** One whole choice of the model that was asked, ended by itself or as a tool call; one that called nothing has text. */
export const envelopeCheck: Check = {
  layer: 'envelope',
  codes: [
    'envelope.refusal',
    'envelope.filtered',
    'envelope.truncated',
    'envelope.unfinished',
    'envelope.several_choices',
    'envelope.empty',
    'envelope.model_mismatch',
  ],
  run: (input) => {
    const { choices } = input.response;
    const codes = new Set(choices.flatMap(codesOfChoice));
    if (choices.length !== 1) codes.add('envelope.several_choices');
    if (namesAnotherModel(input)) codes.add('envelope.model_mismatch');
    return [...[...codes].map((code) => found(code)), ...blankAnswer(input)];
  },
};

function codesOfChoice(choice: Choice): Code[] {
  const codes = codesOfFinish(choice);
  if (choice.refusal !== null && !isBlank(choice.refusal)) codes.push('envelope.refusal');
  if (choice.finish === 'complete' && choice.toolCalls.length > 0) codes.push('envelope.unfinished');
  if (choice.finish !== 'tool' && (choice.content === null || isBlank(choice.content))) codes.push('envelope.empty');
  return codes;
}

function codesOfFinish({ finish }: Choice): Code[] {
  switch (finish) {
    case 'complete':
    case 'tool':
      return [];
    case 'refused':
      return ['envelope.refusal'];
    case 'filtered':
      return ['envelope.filtered'];
    case 'truncated':
      return ['envelope.truncated'];
    case 'unfinished':
      return ['envelope.unfinished'];
    default:
      return assertNever(finish);
  }
}

function namesAnotherModel({ draft: { profile }, response: { model } }: CheckInput): boolean {
  return model !== null && model !== profile?.model && !profile?.aliases.includes(model);
}

function blankAnswer({ reading }: CheckInput): Found[] {
  return reading.kind === 'answer' && isBlank(reading.answer.answer) ? [found('envelope.empty', '/answer')] : [];
}
