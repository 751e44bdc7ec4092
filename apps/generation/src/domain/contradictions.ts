import { type ContextWindow, type EntityRef } from '#libs/contracts';

/** An entity about which the window says two things that cannot both hold. */
export interface Contradiction {
  readonly entity: EntityRef;
  /** Places in the window of the references that take part, from 1, lowest first. */
  readonly citations: readonly number[];
}

/** What a source says of itself: where it speaks, and as which version. */
interface Claim {
  readonly entity: EntityRef;
  /** Claims at one place must be of one version. */
  readonly place: readonly (string | null)[];
  readonly version: string;
  readonly citation: number | null;
}

/**
 * The explicit contradictions, in the window's order: one entity in two revisions for the same applicability, or one id
 * with two digests. Several extracts of one revision are none. What the texts say is for the model to tell.
 */
export function contradictionsIn(window: ContextWindow): Contradiction[] {
  const places = grouped(claimsOf(window), ({ place }) => JSON.stringify(place));
  const contradicted = places.filter((claims) => new Set(claims.map(({ version }) => version)).size > 1);
  const entities = grouped(contradicted.flat(), ({ entity }) => entityKey(entity));
  return entities.map((claims) => {
    const [{ entity }] = claims;
    const citations = new Set(claims.flatMap(({ citation }) => (citation === null ? [] : [citation])));
    const { documentType, identity } = entity;
    return { entity: { documentType, identity }, citations: [...citations].sort((a, b) => a - b) };
  });
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

function claimsOf({ entities, references }: ContextWindow): Claim[] {
  return [
    ...references.flatMap(({ id, entity, revision, digest, applicability }, at) => [
      { entity, place: ['revision', entityKey(entity), applicability], version: revision, citation: at + 1 },
      { entity, place: ['digest', id], version: digest, citation: at + 1 },
    ]),
    ...entities.flatMap(({ revision, ...entity }) =>
      revision === undefined
        ? []
        : [{ entity, place: ['entity', entityKey(entity)], version: revision, citation: null }],
    ),
  ];
}

export const entityKey = ({ documentType, identity }: EntityRef): string => JSON.stringify([documentType, identity]);
