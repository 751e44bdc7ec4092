/** Milliseconds to wait before the next try: doubling from `firstMs` to `mostMs`, the upper half of it by chance. */
export function backoffMs(tries: number, { firstMs = 100, mostMs = 5_000, random = Math.random } = {}): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.min(tries, 16));
  return Math.round(full / 2 + (random() * full) / 2);
}
