import { type Static, Type } from '@sinclair/typebox';
import { Ajv } from 'ajv';

const closed = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

const timing = {
  /** Milliseconds before the first byte. */
  delayMs: Type.Optional(Type.Integer({ minimum: 0 })),
};

const usage = closed({
  prompt_tokens: Type.Integer({ minimum: 0 }),
  completion_tokens: Type.Integer({ minimum: 0 }),
});

const toolCall = closed({ name: Type.String(), arguments: Type.String() });

/** A whole message; `{{canary}}` in it becomes a word that no other reply holds. */
const message = closed({
  kind: Type.Literal('message'),
  ...timing,
  content: Type.Optional(Type.String()),
  refusal: Type.Optional(Type.String()),
  /** Calls of tools, whatever tools were offered. */
  toolCalls: Type.Optional(Type.Array(toolCall)),
  /** `stop`, or `tool_calls` with calls, when left out; null leaves the stream without a finish. */
  finish: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Pieces that the text is cut into; 8 when left out. */
  chunks: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  /** Milliseconds between two pieces. */
  pauseMs: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Writes the stream so many bytes at a time, through the middle of letters and lines. */
  bytesAtOnce: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  /** false leaves the usage out; without it the numbers are estimated from the lengths. */
  usage: Type.Optional(Type.Union([usage, Type.Literal(false)])),
});

/** Chunks exactly as written, each an object of the wire format or a raw SSE text. */
const raw = closed({
  kind: Type.Literal('raw'),
  ...timing,
  chunks: Type.Array(Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())])),
});

/** Any HTTP status but 200, with OpenAI's error body. */
const status = closed({
  kind: Type.Literal('status'),
  ...timing,
  status: Type.Integer({ minimum: 201, maximum: 599 }),
  retryAfter: Type.Optional(Type.String()),
  location: Type.Optional(Type.String()),
});

/** Takes the request and never answers, or stands still after `after` pieces of `content`. */
const hang = closed({
  kind: Type.Literal('hang'),
  ...timing,
  content: Type.Optional(Type.String()),
  after: Type.Optional(Type.Integer({ minimum: 0 })),
});

/** Cuts the connection: before the headers, or after `after` pieces of `content`. */
const cut = closed({
  kind: Type.Literal('cut'),
  ...timing,
  content: Type.Optional(Type.String()),
  after: Type.Optional(Type.Integer({ minimum: 0 })),
});

/** Status 200 with a body that is no event stream. */
const page = closed({ kind: Type.Literal('page'), ...timing, contentType: Type.String(), body: Type.String() });

/** A stream that begins and then carries an error object. */
const streamError = closed({ kind: Type.Literal('stream_error'), ...timing, content: Type.Optional(Type.String()) });

const reply = Type.Union([message, raw, status, hang, cut, page, streamError]);
export type Reply = Static<typeof reply>;
export type MessageReply = Static<typeof message>;

const rule = closed({
  /** A part of the user's question; the first rule that fits holds. An empty one fits every question. */
  match: Type.String(),
  /** Only a request for this form; any form when left out. */
  form: Type.Optional(
    Type.Union([
      Type.Literal('strict'),
      Type.Literal('json_schema'),
      Type.Literal('json_object'),
      Type.Literal('none'),
    ]),
  ),
  /** Only a request that offers tools, or that offers none; either when left out. */
  tools: Type.Optional(Type.Boolean()),
  /** By call of one interaction; the last one is repeated. */
  replies: Type.Array(reply, { minItems: 1 }),
});
export type Rule = Static<typeof rule>;

const schema = closed({
  /** The name in every answer, whatever model was asked for. */
  model: Type.String({ pattern: '^scripted-[a-z0-9.-]{1,100}$' }),
  rules: Type.Array(rule, { minItems: 1 }),
});

/** What a scripted model says to which question. */
export type Script = Static<typeof schema>;

const check = new Ajv({ allowUnionTypes: true }).compile(schema);

/** @throws Error with the pointer of what is wrong */
export function readScript(value: unknown): Script {
  if (check(value)) return value;
  const { instancePath = '', message: says = 'is not a script' } = check.errors?.[0] ?? {};
  throw new Error(`script${instancePath} ${says}`);
}
