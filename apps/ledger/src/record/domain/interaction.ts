import { type Facts } from './facts.js';
import { type Place } from './place.js';

export type InteractionState = 'open' | 'deferred' | 'completed' | 'failed' | 'retracted';
export const interactionStates = ['open', 'deferred', 'completed', 'failed', 'retracted'] as const;

/** What the drafts say; the one with the higher ordinal holds. */
export interface DraftSide {
  readonly draftOrdinal: number;
  readonly profile: string | null;
  readonly generationKind: string | null;
  readonly draftSource: string | null;
  readonly configurationRevision: number | null;
}

/** What the client saw; the one with the higher sequence holds. */
export interface ClientSide {
  readonly sequence: number;
  readonly state: InteractionState;
  readonly code: string | null;
  readonly publishedSource: string | null;
}

/** What some events say of one interaction; metadata alone. Times are milliseconds of the ledger's database clock. */
export interface Sighting {
  readonly namespace: string;
  readonly interactionId: string;
  readonly channel: string | null;
  readonly questionDigest: string | null;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly events: number;
  readonly draft: DraftSide;
  readonly client: ClientSide;
}

export interface Seen {
  readonly type: string | null;
  readonly code: string | null;
  readonly place: Place | null;
  readonly facts: Facts;
  readonly recordedAt: number;
}

const noDraft: DraftSide = {
  draftOrdinal: -1,
  profile: null,
  generationKind: null,
  draftSource: null,
  configurationRevision: null,
};
const notAnswered: ClientSide = { sequence: 0, state: 'open', code: null, publishedSource: null };

const clientStates: Readonly<Record<string, InteractionState>> = {
  'answer.deferred.v1': 'deferred',
  'answer.completed.v1': 'completed',
  'answer.failed.v1': 'failed',
  'answer.retracted.v1': 'retracted',
};

/** One sighting for each interaction that the events name, sorted by namespace and id: the order in which rows are locked. */
export function sightings(events: readonly Seen[]): Sighting[] {
  const merged = new Map<string, Sighting>();
  for (const event of events) {
    const next = sightingOf(event);
    if (next === undefined) continue;
    const key = `${next.namespace}/${next.interactionId}`;
    const before = merged.get(key);
    merged.set(key, before ? merge(before, next) : next);
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sighting]) => sighting);
}

/** Topics are recorded independently of each other, so the result does not depend on which came first. */
export function merge(a: Sighting, b: Sighting): Sighting {
  return {
    ...a,
    channel: a.channel ?? b.channel,
    questionDigest: a.questionDigest ?? b.questionDigest,
    firstSeen: Math.min(a.firstSeen, b.firstSeen),
    lastSeen: Math.max(a.lastSeen, b.lastSeen),
    events: a.events + b.events,
    draft: b.draft.draftOrdinal > a.draft.draftOrdinal ? b.draft : a.draft,
    client: b.client.sequence > a.client.sequence ? b.client : a.client,
  };
}

function sightingOf(event: Seen): Sighting | undefined {
  const { place, facts, recordedAt } = event;
  if (place === null) return undefined;
  return {
    ...place,
    questionDigest: text(facts, 'questionDigest'),
    firstSeen: recordedAt,
    lastSeen: recordedAt,
    events: 1,
    draft: draftSide(event),
    client: clientSide(event),
  };
}

function draftSide({ type, code, facts }: Seen): DraftSide {
  if (type !== 'answers.drafted.v1' || code !== null) return noDraft;
  return {
    draftOrdinal: number(facts, 'ordinal') ?? 0,
    profile: text(facts, 'profile'),
    generationKind: text(facts, 'generationKind'),
    draftSource: text(facts, 'answerSource'),
    configurationRevision: number(facts, 'configurationRevision'),
  };
}

function clientSide({ type, code, facts }: Seen): ClientSide {
  const state = type === null || code !== null ? undefined : clientStates[type];
  if (state === undefined) return notAnswered;
  return {
    sequence: number(facts, 'sequence') ?? 0,
    state,
    code: text(facts, 'code'),
    publishedSource: text(facts, 'answerSource'),
  };
}

function text(facts: Facts, name: string): string | null {
  const fact = facts[name];
  return typeof fact === 'string' ? fact : null;
}

function number(facts: Facts, name: string): number | null {
  const fact = facts[name];
  return typeof fact === 'number' ? fact : null;
}
