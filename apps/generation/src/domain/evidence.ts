import { type ContextWindow, type EntityRef, type Evidence, type Question } from '#libs/contracts';

import { type Contradiction, contradictionsIn, entityKey } from './contradictions.js';
import { mentions } from './mention.js';
import { holdsSourceText, isText, type Prepared } from './window.js';

type EvidenceMode = Exclude<Evidence['mode'], 'NOT_ASSESSED'>;

/** How far the prepared context carries an answer: a pure function of the question and of what its reader may see. */
export interface Assessment {
  readonly mode: EvidenceMode;
  /** What the question may be about, where nothing tells which; else empty. */
  readonly candidates: readonly EntityRef[];
  /** Every explicit contradiction in the window, whatever it is about. */
  readonly contradictions: readonly Contradiction[];
  /** Those of them that are about the subject. */
  readonly contested: readonly Contradiction[];
  /** Targets that nothing readable speaks of, or of which a source is withheld. */
  readonly uncovered: readonly EntityRef[];
}

/** What the table below looks at. */
interface Facts extends Omit<Assessment, 'mode'> {
  readonly holdsText: boolean;
  /** References that the principal may not read and that belong to what is asked. */
  readonly withheld: number;
}

interface EvidenceRow {
  readonly mode: EvidenceMode;
  readonly when: string;
  readonly holds: (facts: Facts) => boolean;
}

/** The first row that holds, highest first. */
export const evidenceTable: readonly EvidenceRow[] = [
  {
    mode: 'AMBIGUOUS',
    when: 'the subject has several candidates: `targets` is empty and the context has two or more entities, or nothing is targeted and the question names an identity that entities of several kinds have',
    holds: ({ candidates }) => candidates.length > 0,
  },
  {
    mode: 'AMBIGUOUS',
    when: 'readable sources contradict each other about a target, or about anything where nothing is targeted: one entity in two revisions for the same applicability, or one id with two digests',
    holds: ({ contested }) => contested.length > 0,
  },
  { mode: 'NO_MATCH', when: 'nothing that the principal may read holds a text', holds: ({ holdsText }) => !holdsText },
  {
    mode: 'PARTIAL_MATCH',
    when: 'a target of which no readable text speaks, or a reference of what is asked that the principal may not read',
    holds: ({ uncovered, withheld }) => uncovered.length > 0 || withheld > 0,
  },
  { mode: 'MATCHED', when: 'otherwise: every part of the question is covered', holds: () => true },
];

export function assess(question: Question, prepared: Prepared): Assessment {
  const { withheld, ...facts } = factsOf(question, prepared);
  const row = evidenceTable.find(({ holds }) => holds({ ...facts, withheld }));
  if (row === undefined) throw new Error('the last row holds for everything');
  const { candidates, contradictions, contested, uncovered } = facts;
  return { mode: row.mode, candidates, contradictions, contested, uncovered };
}

function factsOf(question: Question, { window, withheld }: Prepared): Facts {
  const subjects = subjectsOf(question);
  const keys = new Set(subjects?.map(entityKey));
  const isAsked = (entity: EntityRef): boolean => keys.size === 0 || keys.has(entityKey(entity));
  const contradictions = contradictionsIn(window);
  return {
    candidates: candidatesOf(question, window, subjects),
    contradictions,
    contested: contradictions.filter(({ entity }) => isAsked(entity)),
    uncovered: (subjects ?? []).filter((subject) => !isCovered(subject, window)),
    holdsText: holdsSourceText(window),
    withheld: withheld.filter(isAsked).length,
  };
}

/** What the question is about: what upstream resolved, else what the intent names. undefined where nothing is targeted. */
export function subjectsOf({ targets, intent }: Question): readonly EntityRef[] | undefined {
  return targets ?? (intent === undefined || intent.targets.length === 0 ? undefined : intent.targets);
}

function candidatesOf(
  { question }: Question,
  { entities, references }: ContextWindow,
  subjects: readonly EntityRef[] | undefined,
): readonly EntityRef[] {
  if (subjects === undefined)
    return namesakes(question, distinct([...entities, ...references.map((one) => one.entity)]));
  const unresolved = subjects.length === 0 ? distinct(entities) : [];
  return unresolved.length > 1 ? unresolved : [];
}

/** The entities of several kinds that share an identity which the question names. */
function namesakes(question: string, known: readonly EntityRef[]): EntityRef[] {
  const byIdentity = new Map<string, number>();
  for (const { identity } of known) byIdentity.set(identity, (byIdentity.get(identity) ?? 0) + 1);
  const shared = new Set([...byIdentity].filter(([, kinds]) => kinds > 1).map(([identity]) => identity));
  const named = [...shared].find((identity) => mentions(question, identity));
  return named === undefined ? [] : known.filter(({ identity }) => identity === named);
}

function distinct(entities: readonly EntityRef[]): EntityRef[] {
  const refs = entities.map(({ documentType, identity }) => ({ documentType, identity }));
  return [...new Map(refs.map((ref) => [entityKey(ref), ref])).values()];
}

/** A text belongs to the target, or names it. */
function isCovered(target: EntityRef, { entities, fragments, references }: ContextWindow): boolean {
  const key = entityKey(target);
  const own = [
    ...entities.filter((one) => entityKey(one) === key),
    ...references.filter((one) => entityKey(one.entity) === key),
  ];
  const speaksOfIt = ({ text }: { readonly text?: string }): boolean => isText(text) && mentions(text, target.identity);
  return own.some(({ text }) => isText(text)) || [...references, ...fragments, ...entities].some(speaksOfIt);
}
