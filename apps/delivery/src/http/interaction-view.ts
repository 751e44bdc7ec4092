import { type QuestionState, sequenceOf } from '../domain/question-life.js';
import { type Disclosure } from './disclosure.js';

/** The present state of a question, for `GET /v1/interactions/:id`. */
export interface InteractionView {
  readonly interactionId: string;
  readonly namespace: string;
  readonly channel: string;
  readonly state: QuestionState;
  /** Of the last client event; 0 before the first. */
  readonly sequence: 0 | 1 | 2 | 3;
  /** Of a deferral, failure or retraction; null otherwise. */
  readonly code: string | null;
  /** The closed question that this one asks anew; null where it was asked by itself. */
  readonly replayOf: string | null;
  /** The data of the last client event exactly as published, seal included; null before it and once it is kept no longer. */
  readonly outcome: unknown;
}

export function interactionView({ question, view }: Disclosure): InteractionView {
  const { interactionId, namespace, state, code } = question;
  const outcome = view && view.kind !== 'waiting' ? (JSON.parse(view.data) as unknown) : null;
  const { channel, replayOf } = question.asked;
  return { interactionId, namespace, channel, state, sequence: sequenceOf(state), code, replayOf, outcome };
}
