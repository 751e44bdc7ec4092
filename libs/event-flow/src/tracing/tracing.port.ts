/** Ids, codes, names and numbers of the semantic conventions; never content. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface SpanPlan {
  /** From a bounded set: an operation and a topic, a route, a model of the configuration. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  /** The `traceparent` that came; a trace begins where there is none, or none that is valid. */
  readonly parent: string | undefined;
  /** What ids are derived from, so that a repetition has the same ones; left out, they are random. */
  readonly seed?: { readonly trace: string; readonly span: string };
  readonly attributes: SpanAttributes;
}

export interface SpanEnd {
  readonly attributes?: SpanAttributes;
  /** The code of a failure. */
  readonly error?: string | undefined;
}

/** Begun now. One that is never ended is never exported. */
export interface Span {
  /** W3C Trace Context, for what follows from it. */
  readonly traceparent: string;
  end(end?: SpanEnd): void;
}

/** Where spans go. Without it nothing is traced, and a `traceparent` is passed on as it came. */
export interface Tracing {
  start(plan: SpanPlan): Span;
}
