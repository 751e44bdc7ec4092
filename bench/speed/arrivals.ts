/**
 * When records are due: exponential pauses of a seeded sequence, so that arrivals are open-loop, bunched as real ones
 * are, and the same in every run.
 * @returns milliseconds from the start, ascending
 */
export function arrivals(perSecond: number, count: number, seed: number): number[] {
  const next = randomNumbers(seed);
  let at = 0;
  return Array.from({ length: count }, () => (at += (-Math.log(1 - next()) / perSecond) * 1000));
}

/** mulberry32: small, seeded, good enough for pauses. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
