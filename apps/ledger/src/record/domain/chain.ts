import { createHash } from 'node:crypto';

import { canonicalJson, fail, ok, type Result, sha256 } from '#libs/kernel';

import { type Facts } from './facts.js';

/** One chain for each partition of each topic of each cluster. */
export interface ChainName {
  readonly cluster: string;
  readonly topic: string;
  readonly partition: number;
}

/** Where a chain ends. `seq` 0 and a null offset are a chain that holds nothing yet. */
export interface Head {
  readonly seq: number;
  readonly offset: string | null;
  readonly hash: Buffer;
}

/** A record ready for its place: what may be known in clear, and the rest as ciphertext. */
export interface Entry {
  /** Decimal text, as Kafka's 64-bit offsets do not fit a number. */
  readonly offset: string;
  /** The broker's, in milliseconds; decimal text. */
  readonly timestamp: string;
  /** The ledger's database clock, in milliseconds. */
  readonly recordedAt: number;
  readonly type: string | null;
  /** Why the record could not be read as an event of its topic; null where it could. */
  readonly code: string | null;
  readonly eventId: string | null;
  readonly namespace: string | null;
  readonly interactionId: string | null;
  readonly facts: Facts;
  readonly dataKeyId: string;
  readonly nonce: Buffer;
  readonly ciphertext: Buffer;
}

export interface Link extends Entry {
  readonly seq: number;
  readonly hash: Buffer;
}

export type ChainCode = 'record.gap' | 'record.order' | 'record.altered';

/** Where a chain breaks: at this place and, since each link names the one before, everywhere behind it. */
export interface ChainBreak {
  readonly code: ChainCode;
  readonly seq: number;
}

const version = 1;

/** The head of an empty chain. It names the chain, so links cannot be moved to another one. */
export function genesis(chain: ChainName): Head {
  const name = canonicalJson({ version, cluster: chain.cluster, topic: chain.topic, partition: chain.partition });
  return { seq: 0, offset: null, hash: createHash('sha256').update(name).digest() };
}

/**
 * Links entries behind the head, in the order given.
 * @throws for an offset that does not lie beyond the one before it: the caller has left out what is already recorded.
 */
export function append(chain: ChainName, head: Head, entries: readonly Entry[]): Link[] {
  const links: Link[] = [];
  let last = head;
  for (const entry of entries) {
    if (!isBeyond(entry.offset, last)) throw new Error(`offset ${entry.offset} is not beyond the head of its chain`);
    const seq = last.seq + 1;
    const link = { ...entry, seq, hash: hashOf(chain, last.hash, seq, entry) };
    links.push(link);
    last = link;
  }
  return links;
}

/** Follows links from a head that is trusted and returns the new head, or the first place where the chain breaks. */
export function verify(chain: ChainName, head: Head, links: readonly Link[]): Result<Head, ChainBreak> {
  let last = head;
  for (const link of links) {
    const seq = last.seq + 1;
    if (link.seq !== seq) return fail({ code: 'record.gap', seq });
    if (!isBeyond(link.offset, last)) return fail({ code: 'record.order', seq });
    if (!hashOf(chain, last.hash, seq, link).equals(link.hash)) return fail({ code: 'record.altered', seq });
    last = link;
  }
  return ok({ seq: last.seq, offset: last.offset, hash: last.hash });
}

/** True where the offset is not recorded yet: offsets only grow, and a redelivery starts again below the head. */
export function isBeyond(offset: string, head: Pick<Head, 'offset'>): boolean {
  return head.offset === null || BigInt(offset) > BigInt(head.offset);
}

/** SHA-256 over the hash before and the RFC 8785 form of the header. The ciphertext is in it by its digest. */
function hashOf(chain: ChainName, before: Buffer, seq: number, entry: Entry): Buffer {
  const header = canonicalJson({
    version,
    cluster: chain.cluster,
    topic: chain.topic,
    partition: chain.partition,
    seq,
    offset: entry.offset,
    timestamp: entry.timestamp,
    recordedAt: entry.recordedAt,
    type: entry.type,
    code: entry.code,
    eventId: entry.eventId,
    namespace: entry.namespace,
    interactionId: entry.interactionId,
    facts: entry.facts,
    dataKeyId: entry.dataKeyId,
    nonce: entry.nonce.toString('hex'),
    ciphertext: sha256(entry.ciphertext),
  });
  return createHash('sha256').update(before).update(header).digest();
}
