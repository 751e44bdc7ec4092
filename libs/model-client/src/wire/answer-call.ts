import { type Choice } from '#libs/contracts';

import { type ModelRequest } from '../model-client.port.js';

/**
 * In mode `tool` the answer is the arguments of one call. Anything beside it, text or a second call, leaves the choice as
 * it came: then it is not known which of them is the answer. A finish that is not whole stays what it is.
 */
export function answerCallAsContent(choice: Choice, { mode, schema }: ModelRequest): Choice {
  const [call, second] = choice.toolCalls;
  if (mode !== 'tool' || call?.name !== schema.name || second !== undefined || choice.content) return choice;
  const finish = choice.finish === 'tool' ? 'complete' : choice.finish;
  return { ...choice, content: call.arguments, toolCalls: [], finish };
}
