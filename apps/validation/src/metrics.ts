import { Counter, type Registry } from 'prom-client';

import { type AnswerDraftedParts } from './on-answer-drafted/on-answer-drafted.js';

/** Counts decisions as they are made; a redelivered draft counts again. */
export function decisionCounter(registry: Registry): AnswerDraftedParts['decided'] {
  const counter = new Counter({
    name: 'imprimatur_validation_decisions_total',
    help: 'Drafts decided on, by decision and the code that decided.',
    labelNames: ['decision', 'code'],
    registers: [registry],
  });
  return (decision, code) => counter.inc({ decision, code });
}
