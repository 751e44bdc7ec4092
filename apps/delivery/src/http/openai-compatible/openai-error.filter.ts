import { Catch } from '@nestjs/common';
import { type Response } from 'express';

import { type HttpProblem, ProblemFilter } from '#libs/service-host';

import { ChatCompletions } from './chat-completions.js';
import { errorOfProblem } from './openai-error.js';

/** Whatever is thrown on these routes, the guards' refusals too, becomes an error object of this API. */
@Catch()
export class OpenAiErrorFilter extends ProblemFilter {
  constructor({ ports }: ChatCompletions) {
    super(ports.log);
  }

  protected override send(response: Response, problem: HttpProblem): void {
    // OpenAI's clients repeat a 409 of their own accord; ours stays one.
    if (problem.status === 409) response.set('x-should-retry', 'false');
    response.json(errorOfProblem(problem));
  }
}
