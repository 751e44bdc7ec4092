import { type Choice, type Tool } from '#libs/contracts';

import { answer, choice, draftOfChoices } from '../drafts-in-spec.js';
import { judge } from '../judge.js';
import { examine, failuresOf } from './examine-in-spec.js';
import { toolCallsCheck } from './tool-calls.js';

const refund: Tool = {
  name: 'refund_order',
  parameters: {
    type: 'object',
    properties: { order: { type: 'string', pattern: '^ORD-\\d+$' }, cents: { type: 'integer', minimum: 1 } },
    required: ['order'],
    additionalProperties: false,
  },
};
type Call = Choice['toolCalls'][number];
const call = (given: unknown, name = 'refund_order'): Call => ({
  id: null,
  name,
  arguments: typeof given === 'string' ? given : JSON.stringify(given),
});
const good = call({ order: 'ORD-1042' });
const calling = (calls: Call[], more: Partial<Choice> = {}, tools: Tool[] | undefined = [refund]) => {
  const choices = [choice(null, { finish: 'tool', finishReason: 'tool_calls', toolCalls: calls, ...more })];
  const base = draftOfChoices(choices);
  return { ...base, request: { ...base.request, ...(tools && { tools }) } };
};

describe('the check of tool calls', () => {
  it.each<[string, Call[], string[]]>([
    ['a known tool with good arguments', [good], []],
    ['two acts', [good, call({ order: 'ORD-7', cents: 100 })], []],
    ['no call', [], ['envelope.missing_tool_call']],
    ['a tool that was not offered', [call({}, 'delete_order')], ['envelope.unknown_tool /toolCalls/0']],
    ['a name of the prototype', [call({}, 'constructor')], ['envelope.unknown_tool /toolCalls/0']],
    ['a missing argument', [call({})], ['envelope.tool_arguments /toolCalls/0/arguments']],
    ['a further argument', [call({ order: 'ORD-1', to: 'x' })], ['envelope.tool_arguments /toolCalls/0/arguments']],
    [
      'an argument of another form',
      [good, call({ order: '1042' })],
      ['envelope.tool_arguments /toolCalls/1/arguments'],
    ],
    ['no arguments at all', [call('')], ['envelope.tool_arguments /toolCalls/0/arguments']],
    ['arguments that were cut off', [call('{"order":"ORD-1')], ['envelope.tool_arguments /toolCalls/0/arguments']],
    ['a member twice', [call('{"order":"ORD-1","order":"ORD-2"}')], ['envelope.tool_arguments /toolCalls/0/arguments']],
    [
      'a number beyond all',
      [call('{"order":"ORD-1","cents":1e999}')],
      ['envelope.tool_arguments /toolCalls/0/arguments'],
    ],
    ['too many calls', Array.from({ length: 33 }, () => good), ['envelope.tool_arguments /toolCalls/32']],
  ])('given %s', (_name, calls, failures) => {
    expect(failuresOf(toolCallsCheck, calling(calls))).toEqual(failures);
  });

  it('given no tools in the question, then no call is known', () => {
    expect(failuresOf(toolCallsCheck, draftOfChoices([choice(null, { finish: 'tool', toolCalls: [good] })]))).toEqual([
      'envelope.unknown_tool /toolCalls/0',
    ]);
  });

  it('given a schema that nothing can be held against, then the check is broken and nothing passes', () => {
    const draft = calling([good], {}, [
      { name: 'refund_order', parameters: { type: 'object', $ref: 'https://a.b/c' } },
    ]);
    expect(examine(toolCallsCheck, draft)).toMatchObject([{ code: 'check.broken', status: 'broken' }]);
    expect(judge(draft)?.decision).toEqual({ kind: 'reject', code: 'check.broken' });
  });
});

describe('a response with tool calls', () => {
  it('given good ones, then they are proposed, each act once, in canonical form', () => {
    const twice = [call('{ "cents": 1.0, "order": "ORD-7" }'), good, call({ order: 'ORD-7', cents: 1 })];
    expect(judge(calling(twice))?.decision).toEqual({
      kind: 'propose',
      calls: [
        { tool: refund, arguments: '{"cents":1,"order":"ORD-7"}' },
        { tool: refund, arguments: '{"order":"ORD-1042"}' },
      ],
    });
  });

  it('given text beside them, then the text is no part of what is decided on', () => {
    const decision = judge(calling([good], { content: 'I have already refunded ORD-1042.' }))?.decision;
    expect(decision).toEqual(judge(calling([good]))?.decision);
  });

  it.each<[string, Parameters<typeof calling>, string]>([
    ['one of them unknown', [[good, call({}, 'delete_order')]], 'envelope.unknown_tool'],
    ['wrong arguments, in the first response', [[call({})]], 'envelope.tool_arguments'],
    [
      'a finish that says complete',
      [[good], { finish: 'complete', content: JSON.stringify(answer) }],
      'envelope.unfinished',
    ],
    ['a finish at the limit', [[good], { finish: 'truncated' }], 'envelope.truncated'],
    ['a refusal', [[good], { refusal: 'No.' }], 'envelope.refusal'],
    ['no call', [[]], 'envelope.missing_tool_call'],
  ])('given %s, then nothing is proposed', (_name, calls, code) => {
    expect(judge(calling(...calls))?.decision).toEqual({ kind: 'reject', code });
  });

  it('given tools and an answer in text, then it is an answer', () => {
    const draft = calling([], { finish: 'complete', content: JSON.stringify(answer) });
    expect(judge(draft)?.decision).toEqual({ kind: 'approve', answer });
  });
});
