import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { type Response } from 'express';

import { type Code } from '#libs/contracts';
import { classify, type FlowLog } from '#libs/event-flow';

import { errorFields } from '../log/error-fields.js';
import { HttpProblem, unavailable } from './http-problem.js';

/** Statuses that Nest and Express themselves give, and what we call them. */
const codeOfStatus: ReadonlyMap<number, Code> = new Map<number, Code>([
  [400, 'http.invalid'],
  [401, 'http.unauthorised'],
  [403, 'http.forbidden'],
  [404, 'http.not_found'],
  [405, 'http.method'],
  [409, 'http.conflict'],
  [413, 'http.too_large'],
  [415, 'http.content_type'],
  [429, 'http.rate_limited'],
  [503, 'http.unavailable'],
]);

/** Turns whatever was thrown into a problem of ours; a library's message never leaves the process. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly log: FlowLog) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const problem = problemOf(thrown);
    if (problem.status >= 500) this.log.error({ ...errorFields(thrown), code: problem.code }, 'a request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(problem.status).set(problem.headers);
    this.send(response, problem);
  }

  /** For routes whose clients expect another form. */
  protected send(response: Response, problem: HttpProblem): void {
    response.type('application/problem+json').send(JSON.stringify(problem.body()));
  }
}

export function problemOf(thrown: unknown): HttpProblem {
  if (thrown instanceof HttpProblem) return thrown;
  const status = statusOf(thrown);
  if (status === 500 && classify(thrown) === 'outage') return unavailable();
  const code = codeOfStatus.get(status);
  return code === undefined ? new HttpProblem(500, 'http.internal') : new HttpProblem(status, code);
}

/** Express and its parsers throw plain errors with a status; `URIError` is a path that cannot be decoded. */
function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof URIError) return 400;
  const { status, expose } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Record<string, unknown>;
  return typeof status === 'number' && expose === true ? status : 500;
}
