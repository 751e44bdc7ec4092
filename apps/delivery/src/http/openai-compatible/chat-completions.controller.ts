import { Body, Controller, Headers, Post, Res, UseFilters } from '@nestjs/common';
import { type Response } from 'express';

import { type ApiToken, questionAskedV1, topicNamed } from '#libs/contracts';
import { CurrentToken, HttpProblem, JsonBody, RequireScope } from '#libs/service-host';

import { ChatCompletions } from './chat-completions.js';
import { OpenAiErrorFilter } from './openai-error.filter.js';

const limitBytes = topicNamed(questionAskedV1.type)?.limitBytes ?? 0;

/** For clients of OpenAI's API as they are: a question and its answer in one request. */
@Controller('v1/chat/completions')
@UseFilters(OpenAiErrorFilter)
export class ChatCompletionsController {
  constructor(private readonly chat: ChatCompletions) {}

  /**
   * `POST /v1/chat/completions`: answered when the question has its outcome, 2 s after its `timeoutMs` at the latest.
   * 200 with what was approved, or with the finish reason `content_filter` where it was withheld. 400 with the member;
   * 401; 403; 404 for an unknown model; 409 where the `Idempotency-Key` came with another body; 413; 415; 429; 502, 503
   * and 504 where there was no answer; 504 `review.pending` while a person decides. `X-Request-Id` is the interaction,
   * whose outcome `GET /v1/interactions/:id` tells when this connection is gone. With `stream` the head goes at once.
   */
  @Post()
  @RequireScope('ask')
  @JsonBody(limitBytes)
  complete(
    @Body() body: unknown,
    @CurrentToken() token: ApiToken,
    @Headers('idempotency-key') key: string | undefined,
    @Headers('traceparent') traceparent: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key)) throw new HttpProblem(400, 'http.invalid');
    return this.chat.complete({ body, token, idempotencyKey: key, traceparent }, response);
  }
}
