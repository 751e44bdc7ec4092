import { type Sighting } from '../../domain/interaction.js';
import { type InsertedColumn } from './insert-many.js';

export const sightingColumns: readonly InsertedColumn<Sighting>[] = [
  { name: 'namespace', type: 'text', of: ({ namespace }) => namespace },
  { name: 'interaction_id', type: 'text', of: ({ interactionId }) => interactionId },
  { name: 'channel', type: 'text', of: ({ channel }) => channel },
  { name: 'question_digest', type: 'text', of: ({ questionDigest }) => questionDigest },
  { name: 'first_seen', type: 'bigint', of: ({ firstSeen }) => firstSeen },
  { name: 'last_seen', type: 'bigint', of: ({ lastSeen }) => lastSeen },
  { name: 'events', type: 'integer', of: ({ events }) => events },
  { name: 'draft_ordinal', type: 'smallint', of: ({ draft }) => draft.draftOrdinal },
  { name: 'profile', type: 'text', of: ({ draft }) => draft.profile },
  { name: 'generation_kind', type: 'text', of: ({ draft }) => draft.generationKind },
  { name: 'draft_source', type: 'text', of: ({ draft }) => draft.draftSource },
  { name: 'configuration_revision', type: 'bigint', of: ({ draft }) => draft.configurationRevision },
  { name: 'sequence', type: 'smallint', of: ({ client }) => client.sequence },
  { name: 'state', type: 'text', of: ({ client }) => client.state },
  { name: 'code', type: 'text', of: ({ client }) => client.code },
  { name: 'published_source', type: 'text', of: ({ client }) => client.publishedSource },
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
