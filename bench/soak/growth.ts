import { type Service, services } from '#libs/contracts';

import { type MemorySample } from '../load/house-watch.js';
import { mean } from '../load/rate.js';

/** Mean resident memory of a service in the second and the last third of the run, MiB. */
export interface Growth {
  readonly secondThirdMb: number;
  readonly lastThirdMb: number;
  /** Last over second. */
  readonly ratio: number;
}

export function growthOf(samples: readonly MemorySample[]): Record<Service, Growth> {
  const third = Math.floor(samples.length / 3);
  const entries = services.map((service) => {
    const meanOf = (part: readonly MemorySample[]) => mean(part.flatMap(({ nowMb }) => nowMb[service] ?? []));
    const second = meanOf(samples.slice(third, 2 * third));
    const last = meanOf(samples.slice(2 * third));
    return [service, { secondThirdMb: tenths(second), lastThirdMb: tenths(last), ratio: hundredths(last / second) }];
  });
  return Object.fromEntries(entries) as Record<Service, Growth>;
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
const hundredths = (value: number): number => Math.round(value * 100) / 100;
