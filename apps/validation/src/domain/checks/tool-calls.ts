import { readToolCalls } from '../tool-calls.js';
import { type Check, found } from './check.js';

/** Every call is of a tool that was offered, with arguments that its schema takes, in a response that ended as a call. */
export const toolCallsCheck: Check = {
  layer: 'envelope',
  codes: ['envelope.unknown_tool', 'envelope.tool_arguments', 'envelope.missing_tool_call'],
  run: ({ draft: { request }, response: { choices } }) =>
    choices.flatMap((choice) => {
      if (choice.finish !== 'tool' && choice.toolCalls.length === 0) return [];
      const calls = readToolCalls(choice, request.tools);
      return calls.ok ? [] : calls.failure.map(({ code, pointer }) => found(code, pointer));
    }),
};
