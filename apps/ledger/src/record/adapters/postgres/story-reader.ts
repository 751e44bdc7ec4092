import { type DataSource } from 'typeorm';

import { questionAskedV1 } from '#libs/contracts';

import { type InteractionState } from '../../domain/interaction.js';
import {
  type IndexedInteraction,
  type Listing,
  type RecordedEvent,
  type SealedEvent,
  type Sight,
  type StoryReader,
} from '../../ports/story-reader.port.js';
import { dataKeysById } from './data-keys.js';
import { linkOf, type StoredLink } from './record-columns.js';

interface StoredInteraction {
  readonly namespace: string;
  readonly interaction_id: string;
  readonly channel: string;
  readonly state: InteractionState;
  readonly code: string | null;
  readonly question_digest: string | null;
  readonly answer_source: string | null;
  readonly generation_kind: string | null;
  readonly profile: string | null;
  readonly configuration_revision: string | null;
  readonly draft_ordinal: number;
  readonly events: number;
  readonly first_seen: string;
  readonly last_seen: string;
}

type StoredEvent = StoredLink & { readonly cluster: string; readonly topic: string; readonly partition: number };

const interactionColumns = `namespace, interaction_id, channel, state, code, question_digest,
  coalesce(published_source, draft_source) as answer_source, generation_kind, profile, configuration_revision,
  draft_ordinal, events, first_seen, last_seen`;
const eventColumns = `c.cluster, c.topic, c.partition, r.seq, r."offset", r.timestamp, r.recorded_at, r.type, r.code,
  r.event_id, r.namespace, r.interaction_id, r.facts, r.data_key_id, r.hash`;
const sealedColumns = `${eventColumns}, r.nonce, r.ciphertext`;

export function postgresStoryReader(dataSource: DataSource): StoryReader {
  return {
    list: (sight, listing) => list(dataSource, sight, listing),
    find: (namespace, interactionId) => find(dataSource, namespace, interactionId),
    events: async (interaction, limit) =>
      (await stored(dataSource, eventColumns, interaction, limit)).map(recordedEvent),
    sealed: (interaction, limit) => sealed(dataSource, stored(dataSource, sealedColumns, interaction, limit)),
    questions: (interaction, limit) => sealed(dataSource, askedQuestions(dataSource, interaction, limit)),
  };
}

async function list(dataSource: DataSource, sight: Sight, listing: Listing): Promise<IndexedInteraction[]> {
  const { channel = null, state = null, code = null, before, limit } = listing;
  const rows = await dataSource.query<StoredInteraction[]>(
    `select ${interactionColumns} from interactions
     where namespace = $1 and channel = any($2::text[])
       and ($3::text is null or channel = $3) and ($4::text is null or state = $4) and ($5::text is null or code = $5)
       and ($6::bigint is null or (first_seen, interaction_id) < ($6, $7))
     order by first_seen desc, interaction_id desc limit $8`,
    [
      sight.namespace,
      sight.channels,
      channel,
      state,
      code,
      before?.firstSeen ?? null,
      before?.interactionId ?? null,
      limit,
    ],
  );
  return rows.map(indexed);
}

async function find(dataSource: DataSource, namespace: string, interactionId: string) {
  const [row] = await dataSource.query<StoredInteraction[]>(
    `select ${interactionColumns} from interactions
     where namespace = $1 and interaction_id = $2 and channel is not null`,
    [namespace, interactionId],
  );
  return row && indexed(row);
}

async function sealed(dataSource: DataSource, found: Promise<StoredEvent[]>): Promise<SealedEvent[]> {
  const rows = await found;
  const keys = await dataKeysById(dataSource.manager, [...new Set(rows.map((row) => row.data_key_id))]);
  return rows.map((row) => {
    const key = keys.get(row.data_key_id);
    if (key === undefined) throw new Error(`the data key ${row.data_key_id} has no row`);
    return { ...recordedEvent(row), ciphertext: row.ciphertext, nonce: row.nonce, key };
  });
}

function stored(
  dataSource: DataSource,
  columns: string,
  { namespace, interactionId }: Pick<IndexedInteraction, 'namespace' | 'interactionId'>,
  limit: number,
): Promise<StoredEvent[]> {
  return dataSource.query<StoredEvent[]>(
    `select ${columns} from records r join chains c on c.id = r.chain_id
     where r.namespace = $1 and r.interaction_id = $2 order by r.recorded_at, r.chain_id, r.seq limit $3`,
    [namespace, interactionId, limit],
  );
}

function askedQuestions(
  dataSource: DataSource,
  { namespace, interactionId }: Pick<IndexedInteraction, 'namespace' | 'interactionId'>,
  limit: number,
): Promise<StoredEvent[]> {
  return dataSource.query<StoredEvent[]>(
    `select distinct on (r.facts->>'questionDigest') ${sealedColumns} from records r join chains c on c.id = r.chain_id
     where r.namespace = $1 and r.interaction_id = $2 and c.topic = $3 and r.code is null
     order by r.facts->>'questionDigest', r.recorded_at limit $4`,
    [namespace, interactionId, questionAskedV1.type, limit],
  );
}

function recordedEvent(row: StoredEvent): RecordedEvent {
  const { ciphertext: _ciphertext, nonce: _nonce, ...link } = linkOf(row);
  return { ...link, cluster: row.cluster, topic: row.topic, partition: row.partition };
}

const indexed = (row: StoredInteraction): IndexedInteraction => ({
  namespace: row.namespace,
  interactionId: row.interaction_id,
  channel: row.channel,
  state: row.state,
  code: row.code,
  questionDigest: row.question_digest,
  answerSource: row.answer_source,
  generationKind: row.generation_kind,
  profile: row.profile,
  configurationRevision: row.configuration_revision === null ? null : Number(row.configuration_revision),
  repaired: row.draft_ordinal === 1,
  events: row.events,
  firstSeen: Number(row.first_seen),
  lastSeen: Number(row.last_seen),
});
