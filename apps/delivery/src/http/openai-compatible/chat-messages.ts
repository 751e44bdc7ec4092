import { type Question } from '#libs/contracts';
import { fail, ok, type Result } from '#libs/kernel';

import { type ChatMessage, type ChatRefusal } from './chat-request.js';

/** The question that the last message of the user asks, with everything else that was said. */
export interface Conversation {
  readonly question: string;
  /** The other messages in their order: what came before the question, and what tools said to it. */
  readonly messages: NonNullable<Question['messages']>;
}

/** Text alone is taken. After the question there are only calls that were proposed to it, and what tools said. */
export function conversationOf(messages: readonly ChatMessage[]): Result<Conversation, ChatRefusal> {
  const asked = questionAt(messages);
  const astray = messages.findIndex((message, index) => index > asked && !isOfTools(message));
  if (asked < 0 || astray >= 0) {
    return fail({ code: 'http.invalid', pointer: `/messages/${asked < 0 ? messages.length - 1 : astray}/role` });
  }
  const read: Conversation['messages'] = [];
  for (const [index, message] of messages.entries()) {
    const content = textOf(message, `/messages/${index}/content`);
    if (!content.ok) return content;
    read.push(messageOf(message, content.value));
  }
  const [question] = read.splice(asked, 1);
  return ok({ question: question?.content ?? '', messages: read });
}

/** The place of the user's last message; -1 where the user said nothing. */
export const questionAt = (messages: readonly ChatMessage[]): number =>
  messages.findLastIndex(({ role }) => role === 'user');

const isOfTools = ({ role, tool_calls: calls }: ChatMessage): boolean =>
  role === 'tool' || (role === 'assistant' && calls !== undefined);

/** Newer models call the system's message the developer's. */
function messageOf({ role, name }: ChatMessage, content: string): Conversation['messages'][number] {
  return { role: role === 'developer' ? 'system' : role, content, ...(name === undefined ? {} : { name }) };
}

/** A text, or its parts on lines of their own. An assistant's message may have none: it proposed acts, or was withheld. */
function textOf({ role, content, tool_calls: calls = [] }: ChatMessage, pointer: string): Result<string, ChatRefusal> {
  if (calls.length > 0) return ok(JSON.stringify({ proposals: calls.map((call) => call.function) }));
  if (typeof content === 'string') return ok(content);
  if (content === undefined && role === 'assistant') return ok('');
  if (!Array.isArray(content)) return fail({ code: 'http.invalid', pointer });
  const other = content.findIndex((part) => !isTextPart(part));
  if (other >= 0) return fail({ code: 'http.unsupported_member', pointer: `${pointer}/${other}` });
  return ok(
    content
      .filter(isTextPart)
      .map(({ text }) => text)
      .join('\n'),
  );
}

function isTextPart(part: unknown): part is { readonly text: string } {
  const { type, text } = (part ?? {}) as { readonly type?: unknown; readonly text?: unknown };
  return type === 'text' && typeof text === 'string';
}
