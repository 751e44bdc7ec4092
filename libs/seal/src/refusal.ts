import { answerApprovedV1, answerRetractedV1, type PublishedAnswer, type PublishedRetraction } from '#libs/contracts';
import { canonicalJson, holdsIllFormedText } from '#libs/kernel';

import {
  approvalType,
  type CompactJws,
  isSignedBy,
  parseObject,
  readCompactJws,
  retractionType,
  type SealType,
} from './compact-jws.js';
import { type KeySet } from './key-set.js';
import { type SealCode } from './seal-code.js';
import {
  type AnswerMembers,
  checkAnswerMembers,
  checkRetractionMembers,
  membersOfAnswer,
  membersOfRetraction,
  type RetractionMembers,
} from './sealed-members.js';

/** What the verifier knows from its own row; each member is held against the object. */
export interface Expected {
  readonly interactionId: string;
  readonly namespace: string;
  readonly channel: string;
  readonly questionDigest: string;
}

type Members = AnswerMembers | RetractionMembers;
type SealedPlace = Pick<Members, 'sub' | 'ns' | 'aud' | 'question'>;

/** How one kind of sealed object is read; everything else about them is the same. */
interface Kind<T> {
  readonly typ: SealType;
  readonly definition: Pick<typeof answerApprovedV1, 'checkWritten'>;
  readonly checkMembers: typeof checkAnswerMembers;
  readonly membersOf: (object: T, iat: number) => Members;
}

export const answers: Kind<PublishedAnswer> = {
  typ: approvalType,
  definition: answerApprovedV1,
  checkMembers: checkAnswerMembers,
  membersOf: membersOfAnswer,
};
export const retractions: Kind<PublishedRetraction> = {
  typ: retractionType,
  definition: answerRetractedV1,
  checkMembers: checkRetractionMembers,
  membersOf: membersOfRetraction,
};

/** Why the object is not what was sealed; undefined for one that is. The cheap checks come first, cryptography before trust in any member. */
export function refusalOf<T extends PublishedAnswer | PublishedRetraction>(
  kind: Kind<T>,
  object: T,
  keys: KeySet,
  expected: Partial<Expected>,
): SealCode | undefined {
  const violation = kind.definition.checkWritten(object);
  if (violation) return violation.pointer === '/seal' ? 'seal.malformed' : 'seal.object';
  if (holdsIllFormedText(object)) return 'seal.object';
  const jws = readCompactJws(object.seal, kind.typ);
  if (!jws.ok) return jws.failure;
  const refusal = signatureRefusal(jws.value, keys);
  if (refusal) return refusal;
  const sealed = membersIn(jws.value.payload, kind);
  if (sealed === undefined) return 'seal.payload';
  const refused = misplaced(object, sealed) ?? misplaced(expected, sealed);
  return refused ?? altered(jws.value.payload, kind.membersOf(object, sealed.iat));
}

function signatureRefusal(jws: CompactJws, keys: KeySet): SealCode | undefined {
  const key = keys.get(jws.kid);
  if (key === undefined) return 'seal.unknown_key';
  if (key.jwk.status === 'revoked') return 'seal.revoked_key';
  return isSignedBy(jws, key.publicKey) ? undefined : 'seal.signature';
}

function membersIn<T>(payload: string, kind: Kind<T>): Members | undefined {
  const members = parseObject(payload);
  if (members === undefined || holdsIllFormedText(members) || kind.checkMembers(members)) return undefined;
  return canonicalJson(members) === payload ? (members as unknown as Members) : undefined;
}

/** Why what somebody knows of a question is not what was sealed. */
export function misplaced(known: Partial<Expected>, sealed: SealedPlace): SealCode | undefined {
  const { sub, ns, aud, question } = sealed;
  const { interactionId = sub, namespace = ns, channel = aud, questionDigest = question } = known;
  if (interactionId !== sub || namespace !== ns || channel !== aud) return 'seal.place';
  return questionDigest === question ? undefined : 'seal.question';
}

/** The payload is in its canonical form, so that no member of it is left out of the comparison. */
function altered(payload: string, actual: Members): SealCode | undefined {
  return canonicalJson(actual) === payload ? undefined : 'seal.object';
}
