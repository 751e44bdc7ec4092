import { type Static, type TSchema, Type } from '@sinclair/typebox';

import { closed, type Code, maxDepth, name, oneOf, type SchemaViolation, strictCheck } from '#libs/contracts';
import { fail, holdsIllFormedText, holdsNumberBeyondAll, isDeeperThan, ok, type Result } from '#libs/kernel';

const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);
/** Held against a contract of its own, later. */
const unread = optional(Type.Unknown());
const freeObject = Type.Record(Type.String(), Type.Unknown());
const tokens = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const toolCall = closed({
  id: name,
  type: Type.Literal('function'),
  function: closed({ name, arguments: Type.String() }),
});

const message = closed({
  role: oneOf('developer', 'system', 'user', 'assistant', 'tool'),
  /** Text, or a list of text parts: `textOf` reads it. */
  content: unread,
  name: optional(name),
  tool_calls: optional(Type.Array(toolCall)),
  /** Of which call a tool's message is; the order tells the model. */
  tool_call_id: optional(name),
  /** Of our own withheld answers, sent back with the history. */
  refusal: optional(Type.String()),
});

const responseFormat = closed({
  type: oneOf('text', 'json_object', 'json_schema'),
  json_schema: optional(
    closed({
      name,
      description: optional(Type.String()),
      schema: optional(freeObject),
      strict: optional(Type.Union([Type.Boolean(), Type.Null()])),
    }),
  ),
});

const tool = closed({
  type: Type.Literal('function'),
  function: closed({
    name,
    description: optional(Type.String()),
    parameters: optional(freeObject),
    strict: optional(Type.Union([Type.Boolean(), Type.Null()])),
  }),
});

/** What decides about the question, or about the form of the response. */
const honoured = {
  model: name,
  messages: Type.Array(message, { minItems: 1 }),
  stream: optional(Type.Boolean()),
  stream_options: optional(
    closed({ include_usage: optional(Type.Boolean()), include_obfuscation: optional(Type.Boolean()) }),
  ),
  max_tokens: optional(tokens),
  max_completion_tokens: optional(tokens),
  response_format: optional(responseFormat),
  tools: optional(Type.Array(tool)),
  tool_choice: optional(oneOf('auto', 'none')),
  /** The caller's labels: the question's `extensions`. */
  metadata: unread,
};

/** A question's members that this API has no word for; the question's own contract holds their values. */
const question = {
  account: unread,
  channel: unread,
  context: unread,
  conversationId: unread,
  entryKind: unread,
  goals: unread,
  intent: unread,
  locale: unread,
  retrieval: unread,
  riskLevel: unread,
  targets: unread,
  timeoutMs: unread,
  workflow: unread,
};

/** Taken only with the value that asks for nothing more. */
const plain = {
  n: optional(Type.Literal(1)),
  logprobs: optional(Type.Literal(false)),
  top_logprobs: optional(Type.Literal(0)),
  modalities: optional(Type.Array(Type.Literal('text'))),
};

/** Preferences, taken and without effect: sampling is the profile's, and who asks is the token's principal. */
const withoutEffect = {
  frequency_penalty: optional(Type.Number()),
  parallel_tool_calls: optional(Type.Boolean()),
  presence_penalty: optional(Type.Number()),
  prompt_cache_key: optional(Type.String()),
  prompt_cache_retention: optional(Type.String()),
  reasoning_effort: optional(Type.String()),
  safety_identifier: optional(Type.String()),
  seed: optional(Type.Integer()),
  service_tier: optional(Type.String()),
  store: optional(Type.Boolean()),
  temperature: optional(Type.Number()),
  top_p: optional(Type.Number()),
  user: optional(Type.String()),
  verbosity: optional(Type.String()),
};

const schema = closed({ ...honoured, ...plain, ...withoutEffect, imprimatur: optional(closed(question)) });

/** The body of `POST /v1/chat/completions` as far as it is taken; docs/compatibility.md lists it. */
export type ChatRequest = Static<typeof schema>;
export type ChatMessage = Static<typeof message>;

/** Why a request is not taken, with the JSON pointer into its body. */
export interface ChatRefusal {
  readonly code: Code;
  readonly pointer: string | null;
}

const check = strictCheck(schema);

/** Holds a body against what is taken. `null` says nothing in this API, so such members are as if left out. */
export function readChatRequest(body: unknown): Result<ChatRequest, ChatRefusal> {
  if (isDeeperThan(body, maxDepth)) return fail({ code: 'question.too_deep', pointer: null });
  if (holdsIllFormedText(body) || holdsNumberBeyondAll(body))
    return fail({ code: 'question.ill_formed', pointer: null });
  const said = withoutNulls(body);
  const violation = check(said);
  return violation ? fail(refusalOf(violation)) : ok(said as ChatRequest);
}

function withoutNulls(body: unknown): unknown {
  if (!isObject(body)) return body;
  const said = membersSaid(body);
  return Array.isArray(said['messages']) ? { ...said, messages: said['messages'].map(messageSaid) } : said;
}

const messageSaid = (message: unknown): unknown => (isObject(message) ? membersSaid(message) : message);

const membersSaid = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refusalOf({ pointer, keyword, unknownMember }: SchemaViolation): ChatRefusal {
  if (unknownMember !== undefined) return { code: 'http.unsupported_member', pointer: `${pointer}/${unknownMember}` };
  const unsupported = keyword === 'const' || keyword === 'additionalProperties';
  return { code: unsupported ? 'http.unsupported_member' : 'http.invalid', pointer };
}
