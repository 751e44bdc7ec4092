import { createHmac } from 'node:crypto';

import { fail, ok, type Result } from '#libs/kernel';

export interface MasterKey {
  readonly id: string;
  /** 32 bytes. */
  readonly secret: Buffer;
}

/** New data keys are wrapped by the active key; a retired one still unwraps. */
export interface MasterKeys {
  readonly active: MasterKey;
  readonly byId: ReadonlyMap<string, MasterKey>;
}

export interface MasterKeysProblem {
  readonly code: 'master_keys.invalid';
  readonly pointer: string;
  readonly says: string;
}

const keyBytes = 32;
const idPattern = /^[A-Za-z0-9._-]{1,64}$/;

/** Reads `{"keys":[{"id":"…","key":"<base64 of 32 bytes>","status":"active"|"retired"}]}`; exactly one is active. */
export function readMasterKeys(json: unknown): Result<MasterKeys, MasterKeysProblem> {
  const listed = (json as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(listed)) return problem('/keys', 'is no list');
  const byId = new Map<string, MasterKey>();
  const active: MasterKey[] = [];
  for (const [index, entry] of (listed as unknown[]).entries()) {
    const read = readMasterKey(entry, `/keys/${index}`);
    if (!read.ok) return read;
    const { key, status } = read.value;
    if (byId.has(key.id)) return problem(`/keys/${index}/id`, 'is used twice');
    byId.set(key.id, key);
    if (status === 'active') active.push(key);
  }
  const [first, ...others] = active;
  if (first === undefined || others.length > 0) return problem('/keys', 'needs exactly one active key');
  return ok({ active: first, byId });
}

/** What a database remembers of a master key, to know it again: an HMAC, from which the key cannot be found. */
export function proofOf(key: MasterKey): Buffer {
  return createHmac('sha256', key.secret).update(`imprimatur ledger master key ${key.id}`).digest();
}

function readMasterKey(entry: unknown, pointer: string): Result<{ key: MasterKey; status: string }, MasterKeysProblem> {
  const { id, key, status } = (entry ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || !idPattern.test(id)) return problem(`${pointer}/id`, 'is no plain name');
  if (status !== 'active' && status !== 'retired') return problem(`${pointer}/status`, 'is neither active nor retired');
  const secret = typeof key === 'string' ? Buffer.from(key, 'base64') : Buffer.alloc(0);
  if (secret.length !== keyBytes) return problem(`${pointer}/key`, 'is not the base64 of 32 bytes');
  return ok({ key: { id, secret }, status });
}

const problem = (pointer: string, says: string) =>
  fail<MasterKeysProblem>({ code: 'master_keys.invalid', pointer, says });
