import { Gauge, type Registry } from 'prom-client';

import { type TrustedKeys } from '../../ports/trusted-keys.port.js';

/** The key set that this instance goes by: a rotation goes on when every instance shows the new key. */
export function keyMetrics(registry: Registry, keys: TrustedKeys): void {
  new Gauge({
    name: 'imprimatur_delivery_trusted_key',
    help: '1 for each key of the set, by id and status; seals of a revoked one are refused.',
    labelNames: ['kid', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { jwk } of keys.current().values()) this.set({ kid: jwk.kid, status: jwk.status }, 1);
    },
  });
}
