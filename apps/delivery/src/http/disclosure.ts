import { type ApiToken, channelServes, type Configuration } from '#libs/contracts';
import { checkNoticeBytes, type Expected, type KeySet, verifyAnswerBytes, verifyRetractionBytes } from '#libs/seal';

import { type ClientView } from '../domain/client-stream.js';
import { type Asked, placeOfAsked, type QuestionRecord } from '../domain/question.js';

/** A question that may be read, and what the reader sees of it now. */
export interface Disclosure {
  readonly question: QuestionRecord & { readonly asked: Asked };
  /** undefined: the content was swept, or its seal verifies no longer, and is not shown. */
  readonly view: ClientView | undefined;
}

/** What a disclosure is decided by: nothing but this moment. */
export interface Moment {
  readonly configuration: Configuration;
  readonly keys: KeySet;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/**
 * Decides again at every disclosure: whether the token still holds, who reads, whether the channel is still served,
 * and whether the stored bytes are still released. Anything else is undefined, and to the reader not there.
 */
export async function discloseTo(
  reader: ApiToken,
  question: QuestionRecord | undefined,
  now: Moment,
): Promise<Disclosure | undefined> {
  if (question?.asked == null || Date.parse(reader.expiresAt) <= now.time) return undefined;
  if (question.namespace !== reader.namespace || !mayRead(question.asked, reader)) return undefined;
  return disclose(question, now);
}

/** For whoever has just asked this very question, by its id and its whole body. */
export async function disclose(question: QuestionRecord | undefined, now: Moment): Promise<Disclosure | undefined> {
  if (question?.asked == null) return undefined;
  const { asked } = question;
  if (!channelServes(now.configuration, placeOfAsked(question, asked))) return undefined;
  return { question: { ...question, asked }, view: await viewOf(question, asked, now.keys) };
}

/** The principal that asked, or a token with the channel's read scope. Nobody is the anonymous principal. */
export function mayRead({ principal, channel }: Pick<Asked, 'principal' | 'channel'>, reader: ApiToken): boolean {
  const { kind, id } = reader.principal;
  if (kind !== 'anonymous' && principal.kind === kind && principal.id === id) return true;
  return reader.scopes.includes('read') && reader.channels.includes(channel);
}

async function viewOf(question: QuestionRecord, asked: Asked, keys: KeySet): Promise<ClientView | undefined> {
  const { namespace, interactionId, state, published } = question;
  if (state === 'OPEN') return { kind: 'waiting' };
  if (published === null) return undefined;
  const { channel, questionDigest } = asked;
  const expected = { namespace, interactionId, channel, questionDigest };
  switch (state) {
    case 'COMPLETED':
      return completed(published, keys, expected);
    case 'RETRACTED':
      return retracted(published, keys, expected);
    case 'DEFERRED':
      return notice(published, 'deferred');
    case 'FAILED':
      return notice(published, 'failed');
    case 'ABSENT':
    case 'AWAITING':
      return undefined;
  }
}

async function completed(bytes: Buffer, keys: KeySet, expected: Expected): Promise<ClientView | undefined> {
  const verified = await verifyAnswerBytes(bytes, keys, expected);
  if (!verified.ok) return undefined;
  return { kind: 'completed', text: verified.value.answer.text, data: verified.value.bytes.toString('utf8') };
}

async function retracted(bytes: Buffer, keys: KeySet, expected: Expected): Promise<ClientView | undefined> {
  const verified = await verifyRetractionBytes(bytes, keys, expected);
  return verified.ok ? { kind: 'retracted', data: verified.value.bytes.toString('utf8') } : undefined;
}

function notice(bytes: Buffer, kind: 'deferred' | 'failed'): ClientView | undefined {
  const checked = checkNoticeBytes(bytes);
  return checked.ok ? { kind, data: checked.value.bytes.toString('utf8') } : undefined;
}
