import { type Code, codes } from '#libs/contracts';

/** The body of every HTTP error: `application/problem+json` (RFC 9457) with a stable code. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: Code;
  readonly pointer?: string;
}

/** An answer that a controller or guard gives by throwing: an HTTP status, a code of the table, at most a pointer. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';

  constructor(
    readonly status: number,
    readonly code: Code,
    readonly pointer: string | null = null,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(code);
  }

  body(): ProblemBody {
    const { status, code, pointer } = this;
    const type = `urn:imprimatur:problem:${code}`;
    return { type, title: codes[code].says, status, code, ...(pointer === null ? {} : { pointer }) };
  }
}

const retryAfterSeconds = 5;

/** 503 with `Retry-After`: it cannot be done now. Whether the request may be repeated is the route's to say. */
export const unavailable = (): HttpProblem =>
  new HttpProblem(503, 'http.unavailable', null, { 'retry-after': String(retryAfterSeconds) });
