import { type MessageReply } from './script.js';

/** What every byte of one answer has in common. */
export interface Scene {
  readonly model: string;
  readonly canary: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
}

export interface WireUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

export const sse = (chunk: unknown): string => `data: ${JSON.stringify(chunk)}\n\n`;
export const done = 'data: [DONE]\n\n';

const head = ({ model, canary }: Scene, object: string) => ({
  id: `chatcmpl-${canary}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model,
});

export function textChunk(scene: Scene, delta: Readonly<Record<string, string>>, finish: string | null): string {
  return sse({
    ...head(scene, 'chat.completion.chunk'),
    choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: finish }],
  });
}

/** A call in two pieces, as providers send them: its name with an id, then its arguments. */
export function toolCallChunks(
  scene: Scene,
  index: number,
  { name, arguments: given }: NonNullable<MessageReply['toolCalls']>[number],
): string[] {
  const piece = (call: object) =>
    sse({
      ...head(scene, 'chat.completion.chunk'),
      choices: [{ index: 0, delta: { tool_calls: [{ index, ...call }] }, finish_reason: null }],
    });
  return [
    piece({ id: `call-${index}`, type: 'function', function: { name, arguments: '' } }),
    piece({ function: { arguments: given } }),
  ];
}

export const finishOf = ({ finish, toolCalls }: MessageReply): string | null =>
  finish === undefined ? (toolCalls === undefined ? 'stop' : 'tool_calls') : finish;

export function usageChunk(scene: Scene, usage: WireUsage): string {
  return sse({ ...head(scene, 'chat.completion.chunk'), choices: [], usage: withTotal(usage) });
}

export function completion(scene: Scene, reply: MessageReply, content: string): unknown {
  const calls = (reply.toolCalls ?? []).map((called, at) => ({ id: `call-${at}`, type: 'function', function: called }));
  const message = {
    ...{ role: 'assistant', content, refusal: reply.refusal ?? null },
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return {
    ...head(scene, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason: finishOf(reply) }],
    ...(reply.usage === false ? {} : { usage: withTotal(reply.usage ?? estimatedUsage(content)) }),
  };
}

const withTotal = (usage: WireUsage) => ({ ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens });

/** A scripted model has no tokens of its own: four characters count as one. */
export const estimatedUsage = (content: string): WireUsage => ({
  prompt_tokens: 100,
  completion_tokens: Math.ceil(content.length / 4),
});
