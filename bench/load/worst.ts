import { type Service, services } from '#libs/contracts';

import { type ScrapeSample } from './house-watch.js';

type Reading = NonNullable<ScrapeSample['metrics'][Service]>;

/** The largest value of each service over all scrapes. */
export function worst(samples: readonly ScrapeSample[], of: (metrics: Reading) => number): Record<Service, number> {
  const entries = services.map((service) => {
    const values = samples.flatMap(({ metrics }) => metrics[service] ?? []).map(of);
    return [service, Math.max(0, ...values)] as const;
  });
  return Object.fromEntries(entries) as Record<Service, number>;
}
