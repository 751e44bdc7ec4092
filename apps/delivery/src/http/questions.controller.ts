import { Body, Controller, Headers, Post, Res } from '@nestjs/common';
import { type Response } from 'express';

import { type ApiToken, questionAskedV1, topicNamed } from '#libs/contracts';
import { CurrentToken, JsonBody, RequireScope } from '#libs/service-host';

import { type InteractionView, interactionView } from './interaction-view.js';
import { Interactions } from './interactions.js';
import { QuestionIntake } from './question-intake.js';

/** A body above the limit of the topic could never be asked. */
const limitBytes = topicNamed(questionAskedV1.type)?.limitBytes ?? 0;

/** Intake by HTTP, for a token with the scope `ask`. */
@Controller('v1/questions')
export class QuestionsController {
  constructor(
    private readonly intake: QuestionIntake,
    private readonly interactions: Interactions,
  ) {}

  /**
   * `POST /v1/questions`, a question v1 as JSON. 202 with `Location`; the same id and body again 200, both with the
   * present view. 400 with the question's code and a pointer; 401; 403 for a scope, namespace, principal or channel
   * that the token does not have; 409 where the id belongs to another question; 413; 415; 429; 503 with `Retry-After`
   * while the database is away or has no connection free: the same request may be repeated.
   */
  @Post()
  @RequireScope('ask')
  @JsonBody(limitBytes)
  async ask(
    @Body() body: unknown,
    @CurrentToken() token: ApiToken,
    @Headers('traceparent') traceparent: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<InteractionView> {
    const { question, status } = await this.intake.ask(body, token, { route: '/v1/questions', traceparent });
    response.status(status);
    response.location(`/v1/interactions/${question.interactionId}`);
    return interactionView(await this.interactions.present(question));
  }
}
