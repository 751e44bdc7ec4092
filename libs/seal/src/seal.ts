import { answerApprovedV1, answerRetractedV1, type PublishedAnswer, type PublishedRetraction } from '#libs/contracts';
import { canonicalJson, holdsIllFormedText } from '#libs/kernel';

import { approvalType, retractionType, writeCompactJws } from './compact-jws.js';
import { membersOfAnswer, membersOfRetraction } from './sealed-members.js';
import { type SigningKey } from './signing-key.js';

export type Unsealed<T extends { seal: string }> = Omit<T, 'seal'>;

/** Any seal of the right form: the object is held against its schema before it is signed. */
const placeholder = 'e30.e30.e30';

/**
 * Seals an approved answer. `issuedAt` is the time of the event that was decided on, to the second.
 * The same input gives the same bytes (Ed25519 is deterministic).
 * @throws where the object breaks its contract: that is a bug of the caller's, never a question's doing
 */
export async function sealAnswer(
  answer: Unsealed<PublishedAnswer>,
  issuedAt: Date,
  key: SigningKey,
): Promise<PublishedAnswer> {
  refuseUnsealable({ ...answer, seal: placeholder }, answerApprovedV1);
  const members = membersOfAnswer(answer, secondsOf(issuedAt));
  const seal = writeCompactJws(canonicalJson(members), approvalType, key);
  return { ...answer, seal };
}

/** As `sealAnswer`, for a retraction. */
export async function sealRetraction(
  retraction: Unsealed<PublishedRetraction>,
  issuedAt: Date,
  key: SigningKey,
): Promise<PublishedRetraction> {
  refuseUnsealable({ ...retraction, seal: placeholder }, answerRetractedV1);
  const members = membersOfRetraction(retraction, secondsOf(issuedAt));
  const seal = writeCompactJws(canonicalJson(members), retractionType, key);
  return { ...retraction, seal };
}

function refuseUnsealable(object: object, definition: Pick<typeof answerApprovedV1, 'type' | 'checkWritten'>): void {
  const violation = definition.checkWritten(object);
  if (violation) throw new Error(`${definition.type} breaks its schema at ${violation.pointer}: ${violation.keyword}`);
  if (holdsIllFormedText(object)) throw new Error(`${definition.type} holds ill-formed text`);
}

function secondsOf(time: Date): number {
  const seconds = Math.floor(time.getTime() / 1000);
  if (!Number.isSafeInteger(seconds) || seconds < 0) throw new RangeError('issuedAt is not a time after 1970');
  return seconds;
}
