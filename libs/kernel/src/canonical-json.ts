import canonicalize from 'canonicalize';

/**
 * The RFC 8785 (JCS) form of a JSON value.
 * Members whose value is `undefined` are left out, as JSON.stringify does.
 * @throws for what JCS cannot carry: NaN, infinities (JSON.parse gives one for `1e999`), lone surrogates.
 */
export function canonicalJson(value: unknown): string {
  const text = isPlain(value) ? JSON.stringify(inOrder(value)) : canonicalize(value);
  if (text === undefined) throw new TypeError('value has no JSON form');
  return text;
}

/** Names that no object keeps where they are put: whole numbers come first in it, and `__proto__` is no member. */
const unruly = /^(?:\d|__proto__$)/;

/**
 * Whether JSON.stringify writes the value as RFC 8785 does, once the members are in order: that takes a third of the
 * library's time. Everything else is the library's, and its refusals too.
 */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'boolean';
  if (value === null || Array.isArray(value)) return value === null || value.every(isPlain);
  if ('toJSON' in value) return false;
  return Object.entries(value).every(
    ([name, member]) => (member === undefined || isPlain(member)) && name.isWellFormed() && !unruly.test(name),
  );
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const members = value as Record<string, unknown>;
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(members).sort()) ordered[name] = inOrder(members[name]);
  return ordered;
}
