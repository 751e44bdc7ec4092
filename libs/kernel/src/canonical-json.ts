import canonicalize from 'canonicalize';

/**
 * The RFC 8785 (JCS) form of a JSON value.
 * Members whose value is `undefined` are left out, as JSON.stringify does.
 * @throws for what JCS cannot carry: NaN, infinities (JSON.parse gives one for `1e999`), lone surrogates.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('value has no JSON form');
  return text;
}
