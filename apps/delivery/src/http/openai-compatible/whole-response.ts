import { type Response } from 'express';

import { type HttpProblem } from '#libs/service-host';

import { type ChatFailure } from './chat-outcome.js';
import { type Completed, completion, type CompletionHead } from './completion.js';
import { type CompletionWriter } from './completion-writer.port.js';
import { errorOfFailure, errorOfProblem, type OpenAiError } from './openai-error.js';

/** A completion as one JSON object, or an error with its HTTP status. Nothing is sent before. */
export class WholeResponse implements CompletionWriter {
  constructor(
    private readonly response: Response,
    private readonly head: CompletionHead,
    private readonly asked: { interactionId: string },
  ) {}

  onEnd(atEnd: () => void): void {
    if (this.response.destroyed) atEnd();
    else this.response.once('close', atEnd);
  }

  complete(outcome: Completed): void {
    this.response.status(200).set('cache-control', 'no-store').json(completion(this.head, outcome));
  }

  fail(failure: ChatFailure): void {
    this.error(failure.status, errorOfFailure(failure));
  }

  refuse(problem: HttpProblem): void {
    this.error(problem.status, errorOfProblem(problem, this.asked));
  }

  /** Only of an instance that stops is more to be had by the same request and key at once. */
  private error(status: number, body: OpenAiError): void {
    if (status !== 503) this.response.set('x-should-retry', 'false');
    this.response.status(status).json(body);
  }
}
