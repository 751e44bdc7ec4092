import { type Facts } from './facts.js';

/** One recorded event as the metadata view shows it. */
export interface Told {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly timestamp: string;
  readonly type: string | null;
  readonly facts: Facts;
}

/** How far along its interaction an event stands: what can cause another stands below it. */
const stages: Readonly<Record<string, number>> = {
  'questions.asked.v1': 0,
  'questions.evaluation.v1': 0,
  'answers.drafted.v1': 10,
  'answers.repair-requested.v1': 20,
  'jury.summoned.v1': 40,
  'jury.verdict-reached.v1': 42,
  'reviews.requested.v1': 44,
  'answer.deferred.v1': 46,
  'reviews.decided.v1': 48,
  'answers.approved.v1': 60,
  'answers.rejected.v1': 60,
  'actions.proposed.v1': 62,
  'answer.completed.v1': 70,
  'answer.failed.v1': 70,
  'actions.authorised.v1': 72,
  'actions.reported.v1': 74,
  'answers.recheck-requested.v1': 80,
  'answers.retracted.v1': 82,
  'answer.retracted.v1': 84,
  'interactions.erased.v1': 90,
};
const repairedDraft = 30;
const clientEvent = 70;
const unknownStage = 95;
/** A dead letter stands behind the kind of event that it keeps. */
const afterItsOrigin = 1;

/**
 * The order of causes: question, draft, repair, second draft, decision, publication, retraction. Topics are recorded
 * independently of each other, so the order of arrival says nothing. Equal stages stand by the broker's time.
 */
export function inCausalOrder<T extends Told>(events: readonly T[]): T[] {
  return [...events].sort(
    (a, b) =>
      stageOf(a) - stageOf(b) ||
      Number(a.timestamp) - Number(b.timestamp) ||
      (a.topic < b.topic ? -1 : a.topic > b.topic ? 1 : 0) ||
      a.partition - b.partition ||
      Number(BigInt(a.offset) - BigInt(b.offset)),
  );
}

function stageOf({ topic, type, facts }: Told): number {
  if (topic.startsWith('dlq.')) return stageOfTopic(String(facts['originTopic'])) + afterItsOrigin;
  if (topic === 'answers.drafted.v1' && facts['ordinal'] === 1) return repairedDraft;
  return (type === null ? undefined : stages[type]) ?? stageOfTopic(topic);
}

function stageOfTopic(topic: string): number {
  return stages[topic] ?? (topic.startsWith('published.') ? clientEvent : unknownStage);
}
