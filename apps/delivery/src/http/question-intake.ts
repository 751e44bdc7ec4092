import { type ApiToken, type Configuration, isTraceparent } from '#libs/contracts';
import { HttpProblem } from '#libs/service-host';

import { askedByToken, type TokenQuestion } from './asked-by-token.js';
import { type Intake, type IntakePorts, takeIn } from './intake.js';
import { endIntakeSpan, intakeSpan } from './intake-span.js';

/** How a question came: the route, and the `traceparent` header where there was one. */
export interface IntakeCall {
  readonly route: string;
  readonly traceparent: string | undefined;
}

/** 202: accepted now; 200: the same id and body came before. */
export interface TakenIn {
  readonly question: TokenQuestion;
  readonly status: 202 | 200;
}

/** The one way in by HTTP, whatever the route. */
export class QuestionIntake {
  constructor(
    private readonly ports: IntakePorts,
    readonly configuration: () => Configuration,
  ) {}

  /** @throws HttpProblem 400 and 403 as `askedByToken` refuses, 409 where the id belongs to another question, 413 */
  async ask(body: unknown, token: ApiToken, { route, traceparent }: IntakeCall): Promise<TakenIn> {
    const asked = askedByToken(body, token, this.configuration());
    if (!asked.ok) throw new HttpProblem(asked.failure.status, asked.failure.code, asked.failure.pointer);
    const question = asked.value;
    const parent = isTraceparent(traceparent) ? traceparent : undefined;
    const span = intakeSpan(this.ports.tracing, route, parent);
    const status = statusOf(await takeIn(this.ports, question, span?.traceparent ?? parent));
    endIntakeSpan(span, status);
    if (status === 409) throw new HttpProblem(409, 'http.conflict');
    if (status === 413) throw new HttpProblem(413, 'http.too_large');
    return { question, status };
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
