import { type Principal, type RecordPlace } from '#libs/contracts';
import { type Digest } from '#libs/kernel';

import { type QuestionState } from '../../domain/question-life.js';
import { type Asked, type InteractionId, type QuestionRecord } from '../../domain/question.js';

/** The key of a question, under its names in the table. */
export interface KeyColumns {
  namespace: string;
  interaction_id: string;
}

/** The columns that make a question, under their names in the table. */
export interface QuestionColumns extends KeyColumns {
  state: string;
  channel: string | null;
  question_digest: string | null;
  principal_kind: string | null;
  principal_id: string | null;
  traceparent: string | null;
  replay_of: string | null;
  record_partition: number | null;
  record_offset: string | null;
  code: string | null;
  published: Buffer | null;
  holds_early: boolean;
}

export const questionColumns = `namespace, interaction_id, state, channel, question_digest, principal_kind,
  principal_id, traceparent, replay_of, record_partition, record_offset, code, published, holds_early`;

export function questionOf(row: QuestionColumns): QuestionRecord {
  return {
    namespace: row.namespace,
    interactionId: row.interaction_id,
    state: row.state as QuestionState,
    asked: askedOf(row),
    code: row.code,
    published: row.published,
    holdsEarly: row.holds_early,
  };
}

function askedOf(row: QuestionColumns): Asked | null {
  const { channel, question_digest, principal_kind, principal_id, traceparent } = row;
  if (channel === null || question_digest === null || principal_kind === null || principal_id === null) return null;
  const principal = { kind: principal_kind as Principal['kind'], id: principal_id };
  return {
    channel,
    questionDigest: question_digest as Digest,
    principal,
    traceparent,
    replayOf: row.replay_of,
    record: recordOf(row),
  };
}

const recordOf = ({ record_partition: partition, record_offset: offset }: QuestionColumns): RecordPlace | null =>
  partition === null || offset === null ? null : { partition, offset };

/** One name for a key, by which rows and questions find each other. */
export const nameOf = ({ namespace, interactionId }: InteractionId): string => `${namespace}/${interactionId}`;

export const namesOf = (rows: readonly KeyColumns[]): Set<string> =>
  new Set(rows.map((row) => nameOf({ namespace: row.namespace, interactionId: row.interaction_id })));

/** Two columns for `unnest`: namespaces and interaction ids. */
export const keyColumns = (ids: readonly InteractionId[]): [string[], string[]] => [
  ids.map(({ namespace }) => namespace),
  ids.map(({ interactionId }) => interactionId),
];

/** Eight columns for `unnest`, in the order of the table's: from `channel` to `record_offset`. */
export function askedColumns(all: readonly (Asked | null)[]): (string | number | null)[][] {
  const column = (read: (asked: Asked) => string | number | null | undefined) =>
    all.map((asked) => (asked === null ? null : (read(asked) ?? null)));
  return [
    column(({ channel }) => channel),
    column(({ questionDigest }) => questionDigest),
    column(({ principal }) => principal.kind),
    column(({ principal }) => principal.id),
    column(({ traceparent }) => traceparent),
    column(({ replayOf }) => replayOf),
    column(({ record }) => record?.partition),
    column(({ record }) => record?.offset),
  ];
}
