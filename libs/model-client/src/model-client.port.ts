import { type Choice, type Code, type ModelMode } from '#libs/contracts';

/** A call of a tool as a model made it; `arguments` is the text that the model wrote, unread. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** One message of a conversation, in the words of chat completions. */
export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly toolCalls?: readonly ToolCall[] }
  /** What a call came to; `callId` is the id of a call of an earlier assistant message. */
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

export interface ModelTool {
  /** Letters, digits, `_`, `-`; at most 64. */
  readonly name: string;
  readonly description: string | null;
  /** A JSON Schema of type object, compiled for the endpoint. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** True where the endpoint is to hold the arguments to `parameters`. */
  readonly strict: boolean;
}

export interface ModelLimits {
  /** Milliseconds from the call to the end of the response. */
  readonly totalMs: number;
  /** Milliseconds without a byte, the wait for the first one included. */
  readonly idleMs: number;
  /** UTF-8 bytes of all that the model says: text, refusals, reasoning, tool calls, over all choices. */
  readonly outputBytes: number;
  readonly outputTokens: number;
}

export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  /**
   * How the answer is asked for. In mode `tool` it is asked for as the call of a tool that has the name and the schema of
   * `schema`; where exactly that one call comes back and no text, its arguments are the choice's `content`.
   */
  readonly mode: ModelMode;
  /** A JSON Schema that is compiled for the endpoint already, and its name (letters, digits, `_`, `-`; at most 64). */
  readonly schema: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** Tools that the model may call beside the answer, none of them with the name of `schema`; left out for none. */
  readonly tools?: readonly ModelTool[];
  /** True where more than one call in one answer is wanted. */
  readonly parallelToolCalls?: boolean;
  readonly limits: ModelLimits;
  /** Sent as `x-client-request-id`, so that both sides can name the call. Printable ASCII, no content. */
  readonly marker: string;
}

/** null is unknown, never zero. */
export interface TokenUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** There where the endpoint left a number out and it was counted here, by a tokenizer that may not be the model's. */
  readonly estimated?: true;
}

/** The body of a response as it was received, framing and all. It is content. */
export interface RawResponse {
  /** Up to 1 MiB of it, from the beginning. */
  readonly body: Uint8Array;
  /** Bytes that were received in all. */
  readonly receivedBytes: number;
}

export type BrokenCode = Extract<
  Code,
  'provider.broken' | 'provider.malformed' | 'provider.timeout' | 'provider.idle' | 'provider.too_large'
>;
export type UnansweredCode = Extract<Code, 'provider.timeout' | 'provider.idle' | 'provider.unobserved'>;

/** How one call ended. Codes alone: no message, parameter or body of the library or the endpoint but in `raw`. */
export type ModelResult =
  /** Every choice came to a finish; `finish` of a choice says to which. */
  | {
      readonly kind: 'response';
      readonly model: string | null;
      readonly choices: readonly Choice[];
      readonly tokens: TokenUsage;
      readonly raw?: RawResponse;
    }
  /** The endpoint said no before it did anything, or was not reached: nothing is paid. */
  | {
      readonly kind: 'refused';
      readonly reason: 'rate_limited' | 'unavailable' | 'request';
      readonly retryAfterMs: number | null;
    }
  /** A response began and did not come to its finish; it may be paid. */
  | {
      readonly kind: 'broken';
      readonly code: BrokenCode;
      readonly tokens: TokenUsage;
      readonly raw?: RawResponse;
    }
  /** The request was sent, and nothing or a failure of the server's own came back: nobody knows. */
  | { readonly kind: 'unanswered'; readonly code: UnansweredCode }
  /** The caller's signal ended the call after it was sent. */
  | { readonly kind: 'abandoned' }
  /** `beforeSend` said no, or the signal was aborted before: nothing was sent. */
  | { readonly kind: 'not_sent' };

export interface CallHooks {
  /** Awaited before the first byte leaves; false or a throw keeps the request at home. */
  beforeSend(): Promise<boolean>;
}

/** One call of one model, collected whole; it never repeats a call by itself. */
export interface ModelClient {
  /** Aborting `signal` closes the connection. Rejects only for a bug, or with what `beforeSend` threw. */
  complete(request: ModelRequest, signal: AbortSignal, hooks: CallHooks): Promise<ModelResult>;
}
