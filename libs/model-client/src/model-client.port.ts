import { type Choice, type Code, type ModelMode } from '#libs/contracts';

export interface ModelMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
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
  readonly mode: ModelMode;
  /** A JSON Schema within the strict subset of the endpoint, and its name (letters, digits, `_`, `-`; at most 64). */
  readonly schema: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  readonly limits: ModelLimits;
  /** Sent as `x-client-request-id`, so that both sides can name the call. Printable ASCII, no content. */
  readonly marker: string;
}

/** null is unknown, never zero. */
export interface TokenUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

export type BrokenCode = Extract<
  Code,
  'provider.broken' | 'provider.malformed' | 'provider.timeout' | 'provider.idle' | 'provider.too_large'
>;
export type UnansweredCode = Extract<Code, 'provider.timeout' | 'provider.idle' | 'provider.unobserved'>;

/** How one call ended. Codes alone: no message, parameter or body of the library or the endpoint. */
export type ModelResult =
  /** Every choice came to a finish; `finish` of a choice says to which. */
  | {
      readonly kind: 'response';
      readonly model: string | null;
      readonly choices: readonly Choice[];
      readonly tokens: TokenUsage;
    }
  /** The endpoint said no before it did anything, or was not reached: nothing is paid. */
  | {
      readonly kind: 'refused';
      readonly reason: 'rate_limited' | 'unavailable' | 'request';
      readonly retryAfterMs: number | null;
    }
  /** A response began and did not come to its finish; it may be paid. */
  | { readonly kind: 'broken'; readonly code: BrokenCode; readonly tokens: TokenUsage }
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
