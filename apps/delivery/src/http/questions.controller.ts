import { Body, Controller, Headers, Post, Res } from '@nestjs/common';
import { type Response } from 'express';

import { type ApiToken, type Configuration, isTraceparent, questionAskedV1, topicNamed } from '#libs/contracts';
import { CurrentToken, HttpProblem, JsonBody, RequireScope } from '#libs/service-host';

import { askedByToken } from './asked-by-token.js';
import { type Intake, type IntakePorts, takeIn } from './intake.js';
import { endIntakeSpan, intakeSpan } from './intake-span.js';
import { type InteractionView, interactionView } from './interaction-view.js';
import { Interactions } from './interactions.js';

/** A body above the limit of the topic could never be asked. */
const limitBytes = topicNamed(questionAskedV1.type)?.limitBytes ?? 0;

/** What the intake needs, as one injectable. */
export class QuestionIntake {
  constructor(
    readonly ports: IntakePorts,
    readonly configuration: () => Configuration,
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
    const question = askedByToken(body, token, this.intake.configuration());
    if (!question.ok) throw new HttpProblem(question.failure.status, question.failure.code, question.failure.pointer);
    const parent = isTraceparent(traceparent) ? traceparent : undefined;
    const span = intakeSpan(this.intake.ports.tracing, parent);
    const status = statusOf(await takeIn(this.intake.ports, question.value, span?.traceparent ?? parent));
    endIntakeSpan(span, status);
    if (status === 409) throw new HttpProblem(409, 'http.conflict');
    if (status === 413) throw new HttpProblem(413, 'http.too_large');
    response.status(status);
    response.location(`/v1/interactions/${question.value.interactionId}`);
    return interactionView(await this.interactions.present(question.value));
  }
}

function statusOf({ kind }: Intake): 202 | 200 | 409 | 413 {
  switch (kind) {
    case 'accepted':
      return 202;
    case 'repeated':
      return 200;
    case 'conflict':
      return 409;
    case 'too_large':
      return 413;
  }
}
