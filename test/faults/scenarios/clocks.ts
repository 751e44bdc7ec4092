import { pathToFileURL } from 'node:url';

import { distModule } from '../../../tools/stack/dist-module.js';
import { type Field } from '../run/field.js';
import { briskly, everyBroker, type Scenario } from '../scenario.js';

const apartMs = 5 * 60_000;

const shifted = (ms: number) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(distModule('test', 'faults', 'shifted-clock.js')).href}`,
  FAULT_CLOCK_SHIFT_MS: String(ms),
});

export const clocks: readonly Scenario[] = [
  {
    name: 'clocks-apart',
    says: 'generation and ledger are 2.5 minutes ahead of the true time, delivery and jury as much behind it',
    brokers: everyBroker,
    pace: briskly,
    inFlight: false,
    house: {
      env: {
        generation: shifted(apartMs / 2),
        ledger: shifted(apartMs / 2),
        delivery: shifted(-apartMs / 2),
        jury: shifted(-apartMs / 2),
      },
    },
    strike: async () => undefined,
    after: async (field) => {
      const apart = newest(field, 'answers.drafted.v1') - newest(field, 'published.web.v1');
      return apart > apartMs - 30_000 ? [] : [`the fault did not bite: clocks are ${apart} ms apart`];
    },
  },
];

/** The producer's clock at its last record. */
const newest = (field: Field, topic: string): number =>
  field
    .records()
    .reduce((last, record) => (record.topic === topic ? Math.max(last, Number(record.timestamp)) : last), 0);
