import { type ConfigurationSnapshot } from '#libs/contracts';
import { type FlowLog, type Tracing, type Transactions } from '#libs/event-flow';

import { type DraftMeter } from '../ports/draft-meter.port.js';
import { type AttemptRecord, type JobQueue } from '../ports/job-queue.port.js';
import { type ModelClients } from '../ports/model-clients.port.js';

/** What drafting works with. */
export interface DraftingParts {
  readonly queue: JobQueue;
  readonly attempts: AttemptRecord;
  readonly transactions: Transactions;
  readonly models: ModelClients;
  /** The one that the job was taken under: it holds to its end, and the draft names it. */
  readonly configuration: ConfigurationSnapshot;
  readonly meter: DraftMeter;
  readonly log: FlowLog;
  /** undefined where tracing is off. */
  readonly tracing?: Tracing | undefined;
  /** A clock for spans, milliseconds; it never goes back. */
  readonly monotonic: () => number;
}
