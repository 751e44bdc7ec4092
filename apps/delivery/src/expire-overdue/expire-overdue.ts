import { answerApprovedV1, answerRejectedV1 } from '#libs/contracts';
import { type EventFlow } from '#libs/event-flow';

import { step } from '../domain/question-life.js';
import { failQuestion } from '../life/fail-question.js';
import { type OverdueQuestions } from '../ports/overdue-questions.port.js';
import { type QuestionStore } from '../ports/question-store.port.js';

export interface ExpireOverduePorts {
  readonly overdue: OverdueQuestions;
  readonly questions: QuestionStore;
  readonly flow: Pick<EventFlow, 'transactions' | 'lag'>;
  /** Milliseconds since the epoch; only for the time that the failure carries. */
  readonly clock: () => number;
}

/** How long an answer that may lie approved already is waited for. */
export const graceMs = 30_000;
const atOnce = 100;
const outcomeTopics = [answerApprovedV1.type, answerRejectedV1.type];

/**
 * Fails the questions whose time is up: silence is a failure, never a release. While outcomes lie unread it gives
 * them 30 s, so that an outage of ours does not fail answers that are approved already.
 * @returns how many it failed
 */
export async function expireOverdue(ports: ExpireOverduePorts): Promise<number> {
  if (!(await ports.overdue.any())) return 0;
  const lag = await ports.flow.lag(outcomeTopics);
  const grace = lag === 0 ? 0 : graceMs;
  for (let total = 0; ;) {
    const failed = await failSome(ports, grace);
    total += failed;
    if (failed < atOnce) return total;
  }
}

function failSome({ overdue, questions, flow, clock }: ExpireOverduePorts, grace: number): Promise<number> {
  return flow.transactions.run(async (tx, emit) => {
    const locked = await overdue.lock(tx, grace, atOnce);
    const time = new Date(clock()).toISOString();
    const failed = locked.map((question) => {
      const { asked, state } = question;
      if (asked === null || step(state, 'overdue') !== 'FAILED') throw new Error(`${state} has no deadline`);
      const cause = { time, traceparent: asked.traceparent ?? undefined };
      return failQuestion(questions, tx, question, asked, 'delivery.deadline', cause);
    });
    emit(...(await Promise.all(failed)));
    return locked.length;
  });
}
