import { type ApiToken, type Configuration, type Question } from '#libs/contracts';
import { digestOfJson, fail, ok, type Result } from '#libs/kernel';

import { type ChatRefusal, type ChatRequest } from './chat-request.js';
import { conversationOf, questionAt } from './chat-messages.js';
import { askedModel, modelNames } from './models.js';

/** The body of a question, yet to be held against its contract, and bound to its token. */
export type QuestionBody = Readonly<Partial<Record<keyof Question, unknown>>> & { readonly channel: string };

/** Puts a chat request in the words of a question v1. What it does not say, the question does not have. */
export function questionOfChat(
  request: ChatRequest,
  interactionId: string,
  { namespace, channels }: ApiToken,
  configuration: Configuration,
): Result<QuestionBody, ChatRefusal> {
  const conversation = conversationOf(request.messages);
  if (!conversation.ok) return conversation;
  const channel = request.imprimatur?.channel ?? (channels.length === 1 ? channels[0] : undefined);
  if (typeof channel !== 'string') return fail({ code: 'http.invalid', pointer: '/imprimatur/channel' });
  const model = askedModel(request.model, modelNames(configuration, { namespace, channel }));
  if (!model.ok) return model;
  const { question, messages } = conversation.value;
  return ok({
    ...request.imprimatur,
    interactionId,
    channel,
    question,
    ...(messages.length > 0 && { messages }),
    ...model.value,
    ...outputOf(request),
    ...toolsOf(request),
    ...(request.metadata !== undefined && { extensions: request.metadata }),
  });
}

function outputOf(request: ChatRequest): Pick<Question, 'limits' | 'structuredOutput'> {
  const outputTokens = request.max_completion_tokens ?? request.max_tokens;
  const structuredOutput = structuredOutputOf(request.response_format);
  return {
    ...(outputTokens !== undefined && { limits: { outputTokens } }),
    ...(structuredOutput !== undefined && { structuredOutput }),
  };
}

/** A schema that comes with the request has no version of its own: its digest is one. */
function structuredOutputOf(format: ChatRequest['response_format']): Question['structuredOutput'] {
  if (format === undefined || format.type === 'text') return undefined;
  if (format.type === 'json_object') {
    const schema = { type: 'object' };
    return { schemaId: 'json_object', schemaVersion: '1', mode: 'json_mode', strict: false, schema };
  }
  const { name = '', schema = {}, strict } = format.json_schema ?? {};
  const schemaVersion = digestOfJson(schema);
  return { schemaId: name, schemaVersion, mode: 'json_schema', strict: strict ?? false, schema };
}

function toolsOf({ tools, tool_choice: choice }: ChatRequest): Pick<Question, 'tools'> {
  if (tools === undefined || tools.length === 0 || choice === 'none') return {};
  return {
    tools: tools.map(({ function: { name, description, parameters = { type: 'object' } } }) => ({
      name,
      ...(description !== undefined && { description }),
      parameters,
    })),
  };
}

/** Where in the chat request that stands at which the question was refused, both as JSON pointers. */
export function pointerInChat(pointer: string | null, request: ChatRequest): string | null {
  const [, member = '', ...rest] = (pointer ?? '').split('/');
  switch (member) {
    case '':
    case 'interactionId':
      return null;
    case 'question':
      return `/messages/${questionAt(request.messages)}/content`;
    case 'messages':
      return ['/messages', ...inRequest(rest, questionAt(request.messages))].join('/');
    case 'tools':
    case 'model':
      return pointer;
    case 'agent':
      return '/model';
    case 'structuredOutput':
      return '/response_format';
    case 'limits':
      return request.max_completion_tokens === undefined ? '/max_tokens' : '/max_completion_tokens';
    case 'extensions':
      return ['/metadata', ...rest].join('/');
    default:
      return `/imprimatur${pointer}`;
  }
}

/** The question's own message is not among its messages. */
function inRequest([index, ...rest]: readonly string[], asked: number): readonly string[] {
  if (index === undefined) return [];
  return [String(Number(index) < asked ? Number(index) : Number(index) + 1), ...rest];
}
