const canary = /canary-[0-9a-f]{18}/g;

/** Every canary in some bytes, each once. */
export function canariesIn(bytes: Uint8Array | string): ReadonlySet<string> {
  const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('latin1');
  return new Set(text.match(canary) ?? []);
}
