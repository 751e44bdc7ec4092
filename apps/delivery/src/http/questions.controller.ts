import { Body, Controller, Headers, Post, Res } from '@nestjs/common';
import { type Response } from 'express';

import { type ApiToken, type Configuration, isTraceparent, questionAskedV1, topicNamed } from '#libs/contracts';
import { CurrentToken, HttpProblem, JsonBody, RequireScope } from '#libs/service-host';

import { askedByToken, type TokenQuestion } from './asked-by-token.js';
import { type IntakePorts, takeIn } from './intake.js';
import { type InteractionView, interactionView } from './interaction-view.js';
import { Interactions } from './interactions.js';

/** A body above the limit of the topic could never be asked. */
const limitBytes = topicNamed(questionAskedV1.type)?.limitBytes ?? 0;

/** What the intake needs, as one injectable. */
export class QuestionIntake {
  constructor(
    readonly ports: IntakePorts,
    readonly configuration: Configuration,
  ) {}
}

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
    const question = askedByToken(body, token, this.intake.configuration);
    if (!question.ok) throw new HttpProblem(question.failure.status, question.failure.code, question.failure.pointer);
    const parent = isTraceparent(traceparent) ? traceparent : undefined;
    response.status(await this.file(question.value, parent));
    response.location(`/v1/interactions/${question.value.interactionId}`);
    return interactionView(await this.interactions.present(question.value));
  }

  private async file(question: TokenQuestion, traceparent: string | undefined): Promise<200 | 202> {
    const taken = await takeIn(this.intake.ports, question, traceparent);
    switch (taken.kind) {
      case 'accepted':
        return 202;
      case 'repeated':
        return 200;
      case 'conflict':
        throw new HttpProblem(409, 'http.conflict');
      case 'too_large':
        throw new HttpProblem(413, 'http.too_large');
    }
  }
}
