import {
  type Code,
  type DeadLetter,
  defaultNamespace,
  digestOfAsked,
  questionAskedV1,
  readCloudEvent,
} from '#libs/contracts';
import { type Digest, digestPattern, isIllFormed } from '#libs/kernel';

import { type InteractionId } from './question.js';

/** The question that a dead letter is about, by id and digest. */
export interface NamedQuestion extends InteractionId {
  readonly questionDigest: Digest;
}

const isDigest = new RegExp(digestPattern);

/** Forgeries, contradictions, reused ids and events from the future say nothing about the open question that they name. */
export function closesNothing(code: Code): boolean {
  return code.startsWith('seal.') || code.endsWith('.id_reused') || silent.has(code);
}

const silent: ReadonlySet<Code> = new Set(['unsupported_version', 'event.contradiction']);

/** The question that a dead letter may close; undefined where its code closes nothing. */
export const questionNamedBy = (letter: DeadLetter): NamedQuestion | undefined =>
  closesNothing(letter.origin.code) ? undefined : questionIn(letter);

/** The question itself, by the digest of its data, or an event that names a question's digest; undefined otherwise. */
export function questionIn({ record }: DeadLetter): NamedQuestion | undefined {
  const read = readCloudEvent(record, '');
  if (!read.ok || record.value === null) return undefined;
  const { data } = read.value;
  if (typeof data !== 'object' || data === null) return undefined;
  const { namespace = defaultNamespace, interactionId, questionDigest } = data as Record<string, unknown>;
  if (!isName(namespace) || !isName(interactionId)) return undefined;
  const digest = record.topic === questionAskedV1.type ? digestOfAsked(data, record.value) : questionDigest;
  if (typeof digest !== 'string' || !isDigest.test(digest)) return undefined;
  return { namespace, interactionId, questionDigest: digest as Digest };
}

/** The database takes no other text; the rest of the data, a model's text perhaps, may be ill formed. */
const isName = (value: unknown): value is string => typeof value === 'string' && !isIllFormed(value);
