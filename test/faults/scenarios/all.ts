import { type Scenario } from '../scenario.js';
import { clocks } from './clocks.js';
import { fullDisk } from './full-disk.js';
import { hostileEvents } from './hostile-events.js';
import { instances } from './instances.js';
import { killedAndFrozen } from './killed.js';
import { ledgerAway } from './ledger-away.js';
import { mixed } from './mixed.js';
import { outages } from './outages.js';
import { provider } from './provider.js';

export const scenarios: readonly Scenario[] = [
  ...killedAndFrozen,
  ...instances,
  ...outages,
  ...provider,
  ...clocks,
  ...ledgerAway,
  ...hostileEvents,
  ...fullDisk,
  ...mixed,
];

/** What `npm run faults` runs without a name: one of each kind, small, within four minutes on two cores. */
export const shortForm: readonly string[] = [
  'kill-generation',
  'rebalance',
  'kill-broker',
  'stop-database',
  'provider-faults',
  'ledger-away',
  'hostile-events',
  'terminate-everything',
  'mixed',
];
