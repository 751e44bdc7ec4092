import { type Question } from '#libs/contracts';
import { fail, ok, type Result } from '#libs/kernel';

import { type ChatMessage, type ChatRefusal } from './chat-request.js';

/** The question that the last message asks, with what was said before it. */
export interface Conversation {
  readonly question: string;
  /** The earlier messages, in their order and number. */
  readonly messages: NonNullable<Question['messages']>;
}

/** Text alone is taken; the last message is the user's, and is the question. */
export function conversationOf(messages: readonly ChatMessage[]): Result<Conversation, ChatRefusal> {
  const read: Conversation['messages'] = [];
  for (const [index, message] of messages.entries()) {
    const content = textOf(message, `/messages/${index}/content`);
    if (!content.ok) return content;
    read.push(messageOf(message, content.value));
  }
  const last = read.pop();
  if (last?.role !== 'user') return fail({ code: 'http.invalid', pointer: `/messages/${read.length}/role` });
  return ok({ question: last.content, messages: read });
}

/** Newer models call the system's message the developer's. */
function messageOf({ role, name }: ChatMessage, content: string): Conversation['messages'][number] {
  return { role: role === 'developer' ? 'system' : role, content, ...(name === undefined ? {} : { name }) };
}

/** A text, or its parts on lines of their own. An assistant's message may have none: it was withheld. */
function textOf({ role, content }: ChatMessage, pointer: string): Result<string, ChatRefusal> {
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
