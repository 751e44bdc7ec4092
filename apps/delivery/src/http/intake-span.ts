import { type Span, type Tracing } from '#libs/event-flow';

const method = 'POST';

/** The span in which a question comes in by HTTP: everything that follows from the question is below it. */
export function intakeSpan(tracing: Tracing | undefined, route: string, parent: string | undefined): Span | undefined {
  return tracing?.start({
    name: `${method} ${route}`,
    kind: 'server',
    parent,
    attributes: { 'http.request.method': method, 'http.route': route },
  });
}

export function endIntakeSpan(span: Span | undefined, status: number): void {
  span?.end({ attributes: { 'http.response.status_code': status } });
}
