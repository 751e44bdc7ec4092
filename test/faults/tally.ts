import { type IncomingRecord } from '#libs/contracts';

import { canariesIn } from './canaries.js';
import { type Outcomes } from './outcomes.js';
import { type PlannedQuestion } from './question-plan.js';
import { type FaultReport } from './report.js';

/** What was seen from outside during one scenario. */
export interface Evidence {
  readonly questions: readonly PlannedQuestion[];
  /** Every record of every topic since the scenario began. */
  readonly records: readonly IncomingRecord[];
  readonly outcomes: Outcomes;
  /** The markers that the provider saw, `<namespace>/<id>/<ordinal>/<attempt>`, oldest first. */
  readonly markers: readonly string[];
  /** Canary → interaction, of the approvals whose seal verifies. */
  readonly approved: ReadonlyMap<string, string>;
  /** What was fetched over HTTP, by the interaction that it is about. */
  readonly bodies: readonly { readonly interactionId: string; readonly text: string }[];
  /** Logs and metrics: no canary belongs there. */
  readonly silent: readonly string[];
  readonly attemptsAllowed: number;
}

export interface Tally extends Pick<
  FaultReport,
  'completed' | 'failedByCode' | 'lost' | 'conflicting' | 'leaked' | 'paidTwice' | 'duplicates' | 'deadLetters'
> {
  /** Questions that ended otherwise than planned, by what became of them. */
  readonly unplanned: Readonly<Record<string, number>>;
  /** Questions that ended as `provider.unobserved` although the provider saw more than one request of them. */
  readonly unobservedAskedAgain: number;
}

export function tallyOf(evidence: Evidence): Tally {
  const ends = evidence.questions.map((question) => ({
    question,
    end: evidence.outcomes.endOf(question.interactionId),
  }));
  const known = ends.filter(({ end }) => end !== undefined) as { question: PlannedQuestion; end: string }[];
  const ids = new Set(evidence.questions.map(({ interactionId }) => interactionId));
  const requests = requestsByInteraction(evidence.markers);
  return {
    completed: known.filter(({ end }) => end === 'completed').length,
    failedByCode: countBy(known.map(({ end }) => end).filter((end) => end !== 'completed')),
    lost: ends.length - known.length,
    ...evidence.outcomes.repetitions(ids),
    leaked: leaksOf(evidence).size,
    paidTwice: paidTwice(evidence),
    deadLetters: evidence.records.filter(({ topic }) => topic.startsWith('dlq.')).length,
    unplanned: countBy(known.filter(({ question, end }) => !question.ends.includes(end)).map(({ end }) => end)),
    unobservedAskedAgain: known.filter(
      ({ question, end }) =>
        end === 'provider.unobserved' &&
        !question.ends.includes(end) &&
        (requests.get(question.interactionId) ?? 0) > 1,
    ).length,
  };
}

export function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** The canaries that somebody could read who must not. One of another interaction's answer is a leak as well. */
export function leaksOf({ records, bodies, silent, approved }: Evidence): ReadonlySet<string> {
  const leaked = new Set<string>();
  const hold = (text: string, mayHold: (canary: string) => boolean) => {
    for (const canary of canariesIn(text)) if (!mayHold(canary)) leaked.add(canary);
  };
  for (const record of records.filter(({ topic }) => topic.startsWith('published.'))) {
    const text = textOf(record);
    hold(text, (canary) => text.includes(`"interactionId":"${approved.get(canary)}"`));
  }
  for (const { interactionId, text } of bodies) hold(text, (canary) => approved.get(canary) === interactionId);
  for (const text of silent) hold(text, () => false);
  return leaked;
}

function textOf({ key, headers, value }: IncomingRecord): string {
  const parts = [key, value, ...headers.flatMap(([name, held]) => [Buffer.from(name), held])];
  return parts.map((part) => part?.toString('latin1') ?? '').join('\n');
}

/** By question and ordinal: the requests that the provider saw against the attempts that the draft confesses. */
function paidTwice({ records, markers, attemptsAllowed }: Evidence): number {
  const recorded = recordedAttempts(records);
  const calls = new Map<string, string[]>();
  for (const marker of markers) {
    const job = marker.slice(0, marker.lastIndexOf('/'));
    calls.set(job, [...(calls.get(job) ?? []), marker]);
  }
  return [...calls].reduce((sum, [job, made]) => {
    const distinct = new Set(made).size;
    return sum + made.length - Math.min(distinct, recorded.get(job) ?? 0, attemptsAllowed);
  }, 0);
}

function recordedAttempts(records: readonly IncomingRecord[]): ReadonlyMap<string, number> {
  const recorded = new Map<string, number>();
  for (const { topic, value } of records) {
    if (topic !== 'answers.drafted.v1' || value === null) continue;
    const draft = draftIn(value);
    if (draft === undefined) continue;
    const job = `${draft.namespace}/${draft.interactionId}/${draft.ordinal}`;
    recorded.set(job, Math.max(recorded.get(job) ?? 0, draft.attempts.length));
  }
  return recorded;
}

interface DraftSeen {
  readonly namespace: string;
  readonly interactionId: string;
  readonly ordinal: number;
  readonly attempts: readonly unknown[];
}

/** undefined for what was put there as poison. */
function draftIn(value: Buffer): DraftSeen | undefined {
  try {
    const draft = JSON.parse(value.toString()) as Partial<DraftSeen> | null;
    return Array.isArray(draft?.attempts) ? (draft as DraftSeen) : undefined;
  } catch {
    return undefined;
  }
}

function requestsByInteraction(markers: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const marker of markers) {
    const interactionId = marker.split('/')[1] ?? '';
    counts.set(interactionId, (counts.get(interactionId) ?? 0) + 1);
  }
  return counts;
}
