import canonicalize from 'canonicalize';

/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

/**
 * The RFC 8785 (JCS) form of a JSON value.
 * Members whose value is `undefined` are left out, as JSON.stringify does.
 * @throws TypeError for what JCS cannot carry: NaN, infinities, lone surrogates.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('value has no JSON form');
  return text;
}
