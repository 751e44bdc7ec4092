/** Members of a schema whose values are named schemas, and not keywords. */
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Members whose values are data. */
const data = new Set(['const', 'enum', 'default', 'examples', 'required']);

/** Every keyword that a JSON Schema uses, at any depth. */
export function keywordsOf(schema: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting: unknown[] = [schema];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) waiting.push(...(next as unknown[]));
    else if (typeof next === 'object' && next !== null) {
      for (const [keyword, value] of Object.entries(next)) {
        found.add(keyword);
        if (named.has(keyword)) waiting.push(...Object.values<unknown>((value ?? {}) as Record<string, unknown>));
        else if (!data.has(keyword)) waiting.push(value);
      }
    }
  }
  return found;
}

export const usesNone = (schema: unknown, limitations: readonly string[]): boolean => {
  if (limitations.length === 0) return true;
  const used = keywordsOf(schema);
  return !limitations.some((keyword) => used.has(keyword));
};
