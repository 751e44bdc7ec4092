import { type KeyObject, sign, verify } from 'node:crypto';

import { maxDepth } from '#libs/contracts';
import { canonicalJson, fail, isDeeperThan, ok, type Result } from '#libs/kernel';

import { type SealCode } from './seal-code.js';
import { type SigningKey } from './signing-key.js';

export const approvalType = 'imprimatur-approval+jws';
export const retractionType = 'imprimatur-retraction+jws';
export type SealType = typeof approvalType | typeof retractionType;

/** A compact JWS, taken apart and not yet verified. */
export interface CompactJws {
  readonly kid: string;
  /** The payload's text, as it was signed. */
  readonly payload: string;
  /** Header and payload as they stand in the seal: what the signature is over. */
  readonly signed: string;
  readonly signature: Buffer;
}

const malformed = fail<SealCode>('seal.malformed');

const signatureBytes = 64;

/** Members by which a sender would choose the key or change what is signed (RFC 7515 section 4.1, RFC 7797). */
const forbidden = ['jwk', 'jku', 'x5u', 'x5c', 'x5t', 'x5t#S256', 'crit', 'b64'];

/**
 * Signs by Ed25519 (RFC 8032, RFC 8037), in this thread: it takes some 30 µs, and a WebCrypto signature three times as
 * much and a way to another thread and back.
 */
export function writeCompactJws(payload: string, typ: SealType, { kid, privateKey }: SigningKey): string {
  const header = canonicalJson({ alg: 'EdDSA', kid, typ });
  const signed = `${encodeSegment(Buffer.from(header))}.${encodeSegment(Buffer.from(payload))}`;
  return `${signed}.${encodeSegment(sign(null, Buffer.from(signed), privateKey))}`;
}

/** Whether the owner of the key signed it. */
export function isSignedBy({ signed, signature }: CompactJws, publicKey: KeyObject): boolean {
  return verify(null, Buffer.from(signed), publicKey, signature);
}

/** Takes a seal apart: the header is exactly `{alg: "EdDSA", kid, typ}` in its RFC 8785 form. No cryptography yet. */
export function readCompactJws(seal: string, typ: SealType): Result<CompactJws, SealCode> {
  const [header, payload, signature, ...more] = seal.split('.').map(decodeSegment);
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) return malformed;
  const kid = readHeader(header, typ);
  if (!kid.ok) return kid;
  const text = utf8(payload);
  if (text === undefined || signature.length !== signatureBytes) return malformed;
  return ok({ kid: kid.value, payload: text, signed: seal.slice(0, seal.lastIndexOf('.')), signature });
}

function readHeader(bytes: Buffer, typ: SealType): Result<string, SealCode> {
  const text = utf8(bytes);
  const header = text === undefined ? undefined : parseObject(text);
  if (header === undefined) return malformed;
  if (header['alg'] !== 'EdDSA' || forbidden.some((name) => Object.hasOwn(header, name))) {
    return fail('seal.algorithm');
  }
  const kid = header['kid'];
  if (typeof kid !== 'string' || !kid.isWellFormed()) return malformed;
  return text === canonicalJson({ alg: 'EdDSA', kid, typ }) ? ok(kid) : malformed;
}

const encodeSegment = (bytes: Buffer): string => bytes.toString('base64url');

/** base64url without padding, refused unless encoding gives the same text again: one seal has one spelling. */
function decodeSegment(segment: string): Buffer | undefined {
  const bytes = Buffer.from(segment, 'base64url');
  return encodeSegment(bytes) === segment ? bytes : undefined;
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The object that a JSON text holds, or undefined; also for one that is nested deeper than recursion takes. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    if (isDeeperThan(value, maxDepth)) return undefined;
    return value as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
