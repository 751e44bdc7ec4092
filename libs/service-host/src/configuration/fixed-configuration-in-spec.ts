import { emptyConfigurationLog, readConfiguration } from '#libs/contracts';

import { type FollowedConfiguration } from './configuration-source.js';

/** A source that is read already and never changes. */
export function fixedConfiguration(value: unknown): FollowedConfiguration {
  const read = readConfiguration(value);
  if (!read.ok) throw new Error(`the configuration of the spec is refused: ${read.failure.pointer}`);
  return {
    current: () => read.value,
    inForce: () => read.value,
    reached: () => Promise.resolve(),
    readToEnd: () => Promise.resolve(emptyConfigurationLog),
    start: () => undefined,
    stop: () => Promise.resolve(),
    readiness: () => ({ ready: true, reasons: [] }),
  };
}
