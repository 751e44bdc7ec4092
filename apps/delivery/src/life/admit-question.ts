import { type OutgoingEvent } from '#libs/contracts';
import { type Transaction } from '#libs/event-flow';

import { step } from '../domain/question-life.js';
import { type Asked, type InteractionId, type QuestionRecord } from '../domain/question.js';
import { takeEarly } from './advance-question.js';
import { type LifePorts } from './life-ports.js';

/** `known`: the id has a question already, this one or another. */
export type Admission =
  | { readonly kind: 'admitted'; readonly events: readonly OutgoingEvent[] }
  | { readonly kind: 'known'; readonly question: QuestionRecord };

/** Opens a question once, whether it came by Kafka or by HTTP, and gives it what waited for it. */
export async function admitQuestion(
  ports: LifePorts,
  tx: Transaction,
  id: InteractionId,
  asked: Asked,
  timeoutMs: number,
): Promise<Admission> {
  if (await ports.questions.open(tx, id, asked, timeoutMs)) return { kind: 'admitted', events: [] };
  const question = await ports.questions.lockOrMake(tx, id);
  if (step(question.state, 'asked') !== 'OPEN') return { kind: 'known', question };
  const opened = await ports.questions.move(tx, question, { state: 'OPEN', asked, deadlineInMs: timeoutMs });
  if (!opened.holdsEarly) return { kind: 'admitted', events: [] };
  const { events } = await takeEarly(ports, tx, opened);
  return { kind: 'admitted', events };
}
