import {
  type Code,
  type DeadLetter,
  defaultNamespace,
  type IncomingRecord,
  questionAskedV1,
  questionDigest,
  readCloudEvent,
} from '#libs/contracts';
import { type Digest, digestPattern, holdsIllFormedText } from '#libs/kernel';

import { type InteractionId } from './question.js';

/** The question that a dead letter is about, by id and digest. */
export interface NamedQuestion extends InteractionId {
  readonly questionDigest: Digest;
}

const isDigest = new RegExp(digestPattern);

/** Forgeries, reused ids and events from the future say nothing about the open question that they name. */
export function closesNothing(code: Code): boolean {
  return code.startsWith('seal.') || code.endsWith('.id_reused') || code === 'unsupported_version';
}

/** The question itself, by the digest of its data, or an event that names a question's digest; undefined otherwise. */
export function questionNamedBy({ origin, record }: DeadLetter): NamedQuestion | undefined {
  if (closesNothing(origin.code)) return undefined;
  const data = dataOf(record);
  if (data === undefined) return undefined;
  const { namespace = defaultNamespace, interactionId } = data;
  const digest = record.topic === questionAskedV1.type ? questionDigest(data) : data['questionDigest'];
  if (typeof namespace !== 'string' || typeof interactionId !== 'string') return undefined;
  if (typeof digest !== 'string' || !isDigest.test(digest)) return undefined;
  return { namespace, interactionId, questionDigest: digest as Digest };
}

function dataOf(record: IncomingRecord): Record<string, unknown> | undefined {
  const read = readCloudEvent(record, '');
  if (!read.ok) return undefined;
  const { data } = read.value;
  if (typeof data !== 'object' || data === null || holdsIllFormedText(data)) return undefined;
  return data as Record<string, unknown>;
}
