import { Counter, Gauge, type Registry } from 'prom-client';

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

/** The key that this instance signs with; of several instances all show the same one when a rotation is through. */
export function signingKeyGauge(registry: Registry, kid: () => string): void {
  new Gauge({
    name: 'imprimatur_validation_signing_key',
    help: '1 for the id of the key that seals approvals now.',
    labelNames: ['kid'],
    registers: [registry],
    collect() {
      this.reset();
      this.set({ kid: kid() }, 1);
    },
  });
}
