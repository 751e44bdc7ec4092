import { type PublishedAnswer, type PublishedRetraction } from '#libs/contracts';
import { fail, ok, type Result } from '#libs/kernel';

import { parseObject } from './compact-jws.js';
import { type KeySet } from './key-set.js';
import { ProvenBytes } from './proven-bytes.js';
import { answers, type Expected, misplaced, refusalOf, retractions } from './refusal.js';
import { type SealCode } from './seal-code.js';
import { placeOf } from './sealed-members.js';

declare const verified: unique symbol;

/** An answer whose seal was verified. `bytes` is its serialised form: what was read, and what may be handed on. */
export interface VerifiedAnswer {
  readonly answer: PublishedAnswer;
  readonly bytes: Buffer;
  readonly [verified]: 'answer';
}

/** A retraction whose seal was verified. */
export interface VerifiedRetraction {
  readonly retraction: PublishedRetraction;
  readonly bytes: Buffer;
  readonly [verified]: 'retraction';
}

/** Retractions are too few to be worth it. */
const provenAnswers = new ProvenBytes();

/** Verifies that validation approved exactly this object. Never throws for what the object holds. */
export async function verifyAnswer(
  answer: PublishedAnswer,
  keys: KeySet,
  expected: Partial<Expected> = {},
): Promise<Result<VerifiedAnswer, SealCode>> {
  const refusal = refusalOf(answers, answer, keys, expected);
  if (refusal) return fail(refusal);
  const bytes = serialised(answer);
  provenAnswers.add(bytes, keys);
  return ok({ answer, bytes } as VerifiedAnswer);
}

/** As `verifyAnswer`, for a retraction. */
export async function verifyRetraction(
  retraction: PublishedRetraction,
  keys: KeySet,
  expected: Partial<Expected> = {},
): Promise<Result<VerifiedRetraction, SealCode>> {
  const refusal = refusalOf(retractions, retraction, keys, expected);
  return refusal ? fail(refusal) : ok({ retraction, bytes: serialised(retraction) } as VerifiedRetraction);
}

/**
 * Verifies the very bytes of a record: they must be the one serialised form of the object that they hold. Where exactly
 * these bytes were verified before, in this process and under this very set, only `expected` is held against them.
 */
export async function verifyAnswerBytes(
  bytes: Uint8Array,
  keys: KeySet,
  expected: Partial<Expected> = {},
): Promise<Result<VerifiedAnswer, SealCode>> {
  if (provenAnswers.has(bytes, keys)) return provenAnswer(Buffer.from(bytes), expected);
  const object = objectOf<PublishedAnswer>(bytes);
  return object === undefined ? fail('seal.object') : verifyAnswer(object, keys, expected);
}

/** As `verifyAnswerBytes`, for a retraction. */
export async function verifyRetractionBytes(
  bytes: Uint8Array,
  keys: KeySet,
  expected: Partial<Expected> = {},
): Promise<Result<VerifiedRetraction, SealCode>> {
  const object = objectOf<PublishedRetraction>(bytes);
  return object === undefined ? fail('seal.object') : verifyRetraction(object, keys, expected);
}

function provenAnswer(bytes: Buffer, expected: Partial<Expected>): Result<VerifiedAnswer, SealCode> {
  const answer = JSON.parse(bytes.toString('utf8')) as PublishedAnswer;
  const refusal = misplaced(expected, placeOf(answer));
  return refusal ? fail(refusal) : ok({ answer, bytes } as VerifiedAnswer);
}

const serialised = (object: object): Buffer => Buffer.from(JSON.stringify(object));

/** Refuses repeated members, white space and ill-formed UTF-8: two readers could see two objects in such bytes. */
function objectOf<T extends object>(bytes: Uint8Array): T | undefined {
  const object = parseObject(Buffer.from(bytes).toString('utf8'));
  return object !== undefined && serialised(object).equals(bytes) ? (object as T) : undefined;
}
