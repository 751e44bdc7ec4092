import { type SeededRandom } from './seeded-random.js';

/** A fault of the mix: what it breaks, and for how long. */
export interface MixedFault {
  readonly kind: 'kill' | 'freeze' | 'second-instance' | 'broker' | 'database';
  /** The service; null for what is not one. */
  readonly target: string | null;
  /** Milliseconds from the beginning. */
  readonly at: number;
  readonly forMs: number;
}

/** Milliseconds; a freeze may outlast sessions and leases, or not. */
const lengths = {
  kill: [0, 0],
  freeze: [2_000, 18_000],
  'second-instance': [2_000, 8_000],
  broker: [500, 4_000],
  database: [1_000, 8_000],
} as const satisfies Record<MixedFault['kind'], readonly [number, number]>;

/** Milliseconds that something is left alone after its fault, so that it is up when the next one strikes. */
const restMs = 4_000;

/**
 * Draws `count` faults over `overMs`. Faults of different targets overlap as it comes; on one target, one begins only
 * when the last has ended. The same random source gives the same schedule.
 */
export function faultSchedule(
  random: SeededRandom,
  services: readonly string[],
  { count, overMs }: { readonly count: number; readonly overMs: number },
): readonly MixedFault[] {
  const free = new Map<string, number>();
  const faults: MixedFault[] = [];
  for (let drawn = 0; drawn < count; drawn++) {
    const kind = random.pick(Object.keys(lengths) as MixedFault['kind'][]);
    const target = kind === 'broker' || kind === 'database' ? null : random.pick(services);
    const [shortest, longest] = lengths[kind];
    const forMs = random.between(shortest, longest);
    const at = Math.max(random.between(0, overMs), free.get(target ?? kind) ?? 0);
    free.set(target ?? kind, at + forMs + restMs);
    faults.push({ kind, target, at, forMs });
  }
  return faults.sort((a, b) => a.at - b.at);
}
