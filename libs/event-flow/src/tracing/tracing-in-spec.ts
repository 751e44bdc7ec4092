import { type Span, type SpanEnd, type SpanPlan, type Tracing } from './tracing.port.js';

export interface KeptSpan extends SpanPlan {
  readonly traceparent: string;
  readonly end: SpanEnd;
}

/** Keeps the ended spans; the span's part of a traceparent is its seed. */
export class KeptTraces implements Tracing {
  readonly ended: KeptSpan[] = [];

  start(plan: SpanPlan): Span {
    const traceparent = `${plan.parent ?? plan.seed?.trace} > ${plan.seed?.span ?? plan.name}`;
    return { traceparent, end: (end = {}) => void this.ended.push({ ...plan, traceparent, end }) };
  }
}
