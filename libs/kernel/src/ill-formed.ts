/** True when the text holds U+0000 or a surrogate without its pair: PostgreSQL and UTF-8 can carry neither. */
export function isIllFormed(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed();
}

/** True when any string in the JSON value, member names included, is ill formed. */
export const holdsIllFormedText = (value: unknown): boolean =>
  holds(value, (leaf) => typeof leaf === 'string' && isIllFormed(leaf));

/** True when any number in the JSON value is beyond all: JSON.parse makes Infinity of `1e999`, which has no JSON form. */
export const holdsNumberBeyondAll = (value: unknown): boolean =>
  holds(value, (leaf) => typeof leaf === 'number' && !Number.isFinite(leaf));

/** Walks without recursion. */
function holds(value: unknown, isIt: (leaf: unknown) => boolean): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) {
      for (const item of next as unknown[]) open.push(item);
    } else if (typeof next === 'object' && next !== null) {
      for (const [name, member] of Object.entries(next)) open.push(name, member);
    } else if (isIt(next)) {
      return true;
    }
  }
  return false;
}
