import { type PublishedAnswer, type PublishedRetraction } from '#libs/contracts';
import { fail, ok, type Result } from '#libs/kernel';

import { parseObject } from './compact-jws.js';
import { type KeySet } from './key-set.js';
import { answers, type Expected, refusalOf, retractions } from './refusal.js';
import { type SealCode } from './seal-code.js';

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

/** Verifies that validation approved exactly this object. Never throws for what the object holds. */
export async function verifyAnswer(
  answer: PublishedAnswer,
  keys: KeySet,
  expected: Partial<Expected> = {},
): Promise<Result<VerifiedAnswer, SealCode>> {
  const refusal = refusalOf(answers, answer, keys, expected);
  return refusal ? fail(refusal) : ok({ answer, bytes: serialised(answer) } as VerifiedAnswer);
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

/** Verifies the very bytes of a record: they must be the one serialised form of the object that they hold. */
export async function verifyAnswerBytes(
  bytes: Uint8Array,
  keys: KeySet,
  expected: Partial<Expected> = {},
): Promise<Result<VerifiedAnswer, SealCode>> {
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

const serialised = (object: object): Buffer => Buffer.from(JSON.stringify(object));

/** Refuses repeated members, white space and ill-formed UTF-8: two readers could see two objects in such bytes. */
function objectOf<T extends object>(bytes: Uint8Array): T | undefined {
  const object = parseObject(Buffer.from(bytes).toString('utf8'));
  return object !== undefined && serialised(object).equals(bytes) ? (object as T) : undefined;
}
