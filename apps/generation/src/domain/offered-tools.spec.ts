import { type CapabilitySet, type ModelMode, type Tool } from '#libs/contracts';

import { isUnusable, offeredTools } from './offered-tools.js';

const closed: Tool = {
  name: 'refund_order',
  description: 'Asks for a refund.',
  parameters: {
    type: 'object',
    properties: { order: { type: 'string' } },
    required: ['order'],
    additionalProperties: false,
  },
};
const withOptional: Tool = {
  name: 'note',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
};
const capabilities: CapabilitySet = {
  strictSchema: true,
  jsonSchema: true,
  jsonMode: true,
  toolCalls: true,
  parallelToolCallsWithStrict: false,
};
const endpoint = (mode: ModelMode, more: Partial<CapabilitySet> = {}) => ({
  ...{ adapter: 'openai' as const, mode },
  capabilities: { ...capabilities, ...more },
});

describe('the tools that a model is offered', () => {
  it.each([[undefined], [[]]])('given %j, then the call says nothing of tools', (asked) => {
    expect(offeredTools(asked, endpoint('strict'))).toEqual({});
  });

  it('given the strict form and a schema that can be said as it stands, then its arguments are held to it', () => {
    const { tools } = offeredTools([closed], endpoint('strict'));
    expect(tools).toMatchObject([{ name: 'refund_order', description: 'Asks for a refund.', strict: true }]);
  });

  it('given a member that strict could only say as null, then the schema goes as it was asked, and not strictly', () => {
    const { tools } = offeredTools([withOptional], endpoint('strict'));
    expect(tools).toEqual([{ name: 'note', description: null, parameters: withOptional.parameters, strict: false }]);
  });

  it.each(['tool', 'json_schema', 'json_mode'] as const)('given the form %s, then no tool is strict', (mode) => {
    expect(offeredTools([closed], endpoint(mode)).tools).toMatchObject([{ strict: false }]);
  });

  it.each([
    ['a strict tool and an endpoint that cannot hold several calls', closed, false, false],
    ['a strict tool and an endpoint that can', closed, true, true],
    ['no strict tool', withOptional, false, true],
  ])('given %s, then several calls at once: %s %s %s', (_name, tool, parallelToolCallsWithStrict, parallel) => {
    const offered = offeredTools([tool], endpoint('strict', { parallelToolCallsWithStrict }));
    expect(offered.parallelToolCalls).toBe(parallel);
  });

  it.each<[string, Tool, boolean]>([
    ['a tool that is called as the answer is', { ...closed, name: 'answer' }, true],
    ['a schema from elsewhere', { ...closed, parameters: { type: 'object', $ref: 'https://example.com/s' } }, true],
    ['a schema that is no object', { ...closed, parameters: { type: 'string' } }, true],
    ['an ordinary tool', closed, false],
  ])('given %s, then it is unusable: %#', (_name, tool, unusable) => {
    expect(isUnusable(tool)).toBe(unusable);
  });
});
