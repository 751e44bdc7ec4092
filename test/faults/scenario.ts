import { type FaultHouseOptions } from './house/fault-house.js';
import { type PlannedQuestion } from './question-plan.js';
import { type BrokerKind } from './report.js';
import { type Pace } from './run/asker.js';
import { type Field } from './run/field.js';
import { type SeededRandom } from './seeded-random.js';

/** One way to break the house, and what must hold all the same. */
export interface Scenario {
  readonly name: string;
  /** One sentence for the table. */
  readonly says: string;
  readonly brokers: readonly BrokerKind[];
  readonly pace: Pace;
  /** Whether the fault must strike while questions are in flight, or else it did not bite. */
  readonly inFlight: boolean;
  /** Whether it sends events that belong into the dead letters. */
  readonly deadLetters?: boolean;
  /** A house of its own, made so. */
  readonly house?: Pick<FaultHouseOptions, 'env' | 'prepareBrokerFolder'>;
  /** Why it cannot be run here; undefined where it can. */
  readonly lacks?: () => string | undefined;
  /** What is asked; ordinary questions where it is left out. */
  readonly questions?: (prefix: string, count: number, random: SeededRandom) => readonly PlannedQuestion[];
  /** Done before the first question. */
  readonly before?: (field: Field) => Promise<void>;
  /** Done while questions flow. Resolves when nothing is broken any more. */
  readonly strike: (field: Field) => Promise<void>;
  /** Done when every question has its outcome; further promises that were broken, in words. */
  readonly after?: (field: Field) => Promise<readonly string[]>;
}

export const everyBroker = ['embedded', 'apache'] as const satisfies BrokerKind[];
export const briskly: Pace = { bursts: 5, overMs: 5_000, kept: 1 };
/** As long as a fault that outlasts leases and sessions. */
export const slowly: Pace = { bursts: 10, overMs: 25_000, kept: 2 };
