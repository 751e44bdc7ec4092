/** True when the text holds U+0000 or a surrogate without its pair: PostgreSQL and UTF-8 can carry neither. */
export function isIllFormed(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed();
}

/** True when any string in the JSON value, member names included, is ill formed. Walks without recursion. */
export function holdsIllFormedText(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') {
      if (isIllFormed(next)) return true;
    } else if (Array.isArray(next)) {
      for (const item of next as unknown[]) open.push(item);
    } else if (typeof next === 'object' && next !== null) {
      for (const [name, member] of Object.entries(next)) open.push(name, member);
    }
  }
  return false;
}
