import { type Digest, fail, holdsIllFormedText, isDeeperThan, ok, type Result, sha256 } from '#libs/kernel';

import { isTooLarge, maxDepth, readCloudEvent, type UnreadEvent } from './cloud-events.js';
import { type Code } from './codes.js';
import {
  defaultNamespace,
  type Question,
  questionAskedV1,
  questionDigest,
  unsupportedMember,
} from './events/question-asked.v1.js';
import { type Envelope, type IncomingEvent, type IncomingRecord, type Refusal } from './incoming-event.js';
import { type InteractionPlace } from './notice.js';
import { type SchemaViolation } from './schema.js';
import { senselessMember } from './senseless-member.js';

/** A question that is refused, and whom to tell: absent where no id, namespace and channel can be read. */
export interface QuestionRefusal extends Refusal {
  readonly asker?: { readonly place: InteractionPlace; readonly digest: Digest; readonly envelope: Envelope };
}

/** Holds the data of a question, however it came, against the contract: the Kafka reader and the HTTP intake share it. */
export function checkQuestion(data: unknown): Result<Question, Refusal> {
  if (isDeeperThan(data, maxDepth)) return fail({ code: 'question.too_deep', pointer: null });
  if (holdsIllFormedText(data)) return fail({ code: 'question.ill_formed', pointer: null });
  const violation = questionAskedV1.checkRead(data);
  if (violation) return fail(refusalOf(violation));
  const question = data as Question;
  const unsupported = unsupportedMember(question);
  if (unsupported !== undefined) return fail({ code: 'not_supported_yet', pointer: unsupported });
  const senseless = senselessMember(question);
  return senseless === undefined ? ok(question) : fail(senseless);
}

/** Reads a record of `questions.asked.v1`, with a code of its own for all that is refused. */
export function readQuestion(
  record: IncomingRecord,
  clusterId: string,
): Result<IncomingEvent<Question>, QuestionRefusal> {
  const read = readCloudEvent(record, clusterId);
  if (!read.ok) return read;
  const { envelope, data } = read.value;
  if (envelope.type !== questionAskedV1.type) return fail({ code: typeCode(envelope.type), pointer: null });
  if (isTooLarge(record)) return fail(addressed({ code: 'question.too_large', pointer: null }, read.value, record));
  const question = checkQuestion(data);
  if (!question.ok) return fail(addressed(question.failure, read.value, record));
  return ok({ envelope, data: question.value, record });
}

/** The question's place with the default namespace filled in. */
export function placeOf(question: Pick<Question, 'interactionId' | 'namespace' | 'channel'>): InteractionPlace {
  const { interactionId, namespace = defaultNamespace, channel } = question;
  return { interactionId, namespace, channel };
}

function typeCode(type: string): Code {
  return /^questions\.asked\.v\d+$/.test(type) ? 'unsupported_version' : 'event.contradiction';
}

function refusalOf(violation: SchemaViolation): Refusal {
  if (violation.keyword !== 'additionalProperties') return { code: 'question.invalid', pointer: violation.pointer };
  const member = violation.unknownMember === undefined ? '' : `/${violation.unknownMember}`;
  return { code: 'question.unknown_member', pointer: violation.pointer + member };
}

function addressed(refusal: Refusal, { data, envelope }: UnreadEvent, { value }: IncomingRecord): QuestionRefusal {
  const place = readablePlace(data);
  if (place === undefined || value === null) return refusal;
  return { ...refusal, asker: { place, digest: digestOfAsked(data, value), envelope } };
}

/**
 * The digest of a question as it came, refused ones included. What is ill formed, too deep or holds a number beyond all
 * (`1e999`) has no RFC 8785 form here, so it is named by the bytes of its record. Whoever names such a question names it so.
 */
export function digestOfAsked(data: unknown, value: Uint8Array): Digest {
  if (isDeeperThan(data, maxDepth) || holdsIllFormedText(data)) return sha256(value);
  try {
    return questionDigest(data);
  } catch {
    return sha256(value);
  }
}

function readablePlace(data: unknown): InteractionPlace | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { interactionId, namespace, channel } = data as Record<string, unknown>;
  const probe = { interactionId, channel, question: '?', ...(namespace === undefined ? {} : { namespace }) };
  return questionAskedV1.checkRead(probe) ? undefined : placeOf(probe as Question);
}
