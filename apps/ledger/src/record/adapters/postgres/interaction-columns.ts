import { type Sighting } from '../../domain/interaction.js';
import { type InsertedColumn } from './insert-many.js';

export const sightingColumns: readonly InsertedColumn<Sighting>[] = [
  { name: 'namespace', of: ({ namespace }) => namespace },
  { name: 'interaction_id', of: ({ interactionId }) => interactionId },
  { name: 'channel', of: ({ channel }) => channel },
  { name: 'question_digest', of: ({ questionDigest }) => questionDigest },
  { name: 'first_seen', of: ({ firstSeen }) => firstSeen },
  { name: 'last_seen', of: ({ lastSeen }) => lastSeen },
  { name: 'events', of: ({ events }) => events },
  { name: 'draft_ordinal', of: ({ draft }) => draft.draftOrdinal },
  { name: 'profile', of: ({ draft }) => draft.profile },
  { name: 'generation_kind', of: ({ draft }) => draft.generationKind },
  { name: 'draft_source', of: ({ draft }) => draft.draftSource },
  { name: 'configuration_revision', of: ({ draft }) => draft.configurationRevision },
  { name: 'sequence', of: ({ client }) => client.sequence },
  { name: 'state', of: ({ client }) => client.state },
  { name: 'code', of: ({ client }) => client.code },
  { name: 'published_source', of: ({ client }) => client.publishedSource },
];

const draftSide = ['profile', 'generation_kind', 'draft_source', 'configuration_revision', 'draft_ordinal'];
const clientSide = ['state', 'code', 'published_source', 'sequence'];
const later = (by: string) => (column: string) =>
  `${column} = case when excluded.${by} > i.${by} then excluded.${column} else i.${column} end`;

/** `merge` of the domain, in SQL, for an insert into `interactions as i`; a test holds the two together. */
export const mergeSightings = `on conflict (namespace, interaction_id) do update set ${[
  'channel = coalesce(i.channel, excluded.channel)',
  'question_digest = coalesce(i.question_digest, excluded.question_digest)',
  'first_seen = least(i.first_seen, excluded.first_seen)',
  'last_seen = greatest(i.last_seen, excluded.last_seen)',
  'events = i.events + excluded.events',
  ...draftSide.map(later('draft_ordinal')),
  ...clientSide.map(later('sequence')),
].join(', ')}`;
