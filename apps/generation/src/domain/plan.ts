import { anonymous, type AnswerSource } from '#libs/contracts';

import { answerSourceOf } from './answer-source.js';
import { clarification } from './clarification.js';
import { assess, type Assessment } from './evidence.js';
import { compose, type Composed, insufficient } from './extractive.js';
import { type Job } from './job.js';
import { type Route } from './routing.js';
import { type Prepared, prepareWindow } from './window.js';

/** What the principal may see of the context, how far it carries, and what the answer is to rest on. */
export interface Plan {
  readonly prepared: Prepared;
  readonly assessment: Assessment;
  readonly source: AnswerSource;
}

/** The no-action answer stands where a model's would, and not in the place of one that needs none. */
export function planFor({ content: { question } }: Job, route: Route): Plan {
  const prepared = prepareWindow(question, question.principal ?? anonymous, route.reader);
  const assessment = assess(question, prepared);
  const source = answerSourceOf({
    evidence: assessment.mode,
    model: route.kind === 'model' || route.kind === 'no_action',
    supplement: route.policy.supplement !== 'forbidden',
  });
  return { prepared, assessment, source };
}

/** The answer of a plan that needs no model; one that needs a model has none. */
export function composedAnswer({ source, prepared: { window }, assessment }: Plan): Composed {
  if (source === 'KNOWLEDGE_EXTRACTS') return compose(window);
  if (source === 'INSUFFICIENT_KNOWLEDGE') return insufficient();
  if (source === 'CLARIFICATION_REQUIRED') return { answer: clarification(assessment, window), answerSource: source };
  throw new Error(`${source} is written by a model`);
}
