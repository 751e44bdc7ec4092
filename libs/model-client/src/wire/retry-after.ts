/**
 * Milliseconds that a `Retry-After` header asks for (RFC 9110 section 10.2.3): whole seconds or an HTTP date, which is
 * held against `now`, milliseconds since the epoch. null where there is none or it cannot be read.
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const at = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
