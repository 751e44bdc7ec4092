import { type Part } from '../conjuncts.js';

/** Equal keys are equal conjunctions: a union that was taken out of a part leaves a part of another size. */
export function keyOf(parts: readonly Part[]): string {
  const keys = parts.map(({ pointer, schema }) => `${pointer} ${Object.keys(schema).join(' ')}`);
  return [...new Set(keys)].sort().join('\n');
}

/** The part without some of its keywords. */
export function without({ pointer, schema }: Part, keywords: readonly string[]): Part {
  const kept = Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword));
  return { pointer, schema: Object.fromEntries(kept) };
}
