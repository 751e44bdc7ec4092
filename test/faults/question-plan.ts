/** A question of a scenario, with what may become of it. */
export interface PlannedQuestion {
  readonly interactionId: string;
  /** The way in: the intake topic, or delivery's HTTP intake. */
  readonly by: 'kafka' | 'http';
  readonly body: Readonly<Record<string, unknown>>;
  /** `completed`, or the codes of the failures that are right for it. */
  readonly ends: readonly string[];
}

export const completes = ['completed'] as const;

const reference = {
  id: 'r-1',
  entity: { documentType: 'page', identity: 'p-1' },
  revision: '1',
  digest: `sha256:${'0'.repeat(64)}`,
  applicability: 'always',
  readers: 'everyone',
  text: 'A fact.',
  executionRecord: 'unknown',
};

/** Far beyond every fault: what has no outcome then is lost, not late. */
const timeoutMs = 900_000;

/** @param privateWord a canary of the question itself: no client topic, log or metric may hold it */
export function questionBody(
  interactionId: string,
  channel: string,
  text: string,
  privateWord: string,
): Readonly<Record<string, unknown>> {
  return {
    interactionId,
    channel,
    question: `${text} (${privateWord})`,
    timeoutMs,
    principal: { kind: 'human', id: 'local' },
    context: { references: [reference] },
  };
}
