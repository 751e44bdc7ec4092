import { EventFlowTables1764500000000, eventFlowRows } from '#libs/event-flow';

import { AttemptRow } from './adapters/postgres/attempt.row.js';
import { GenerationTables1796000000002 } from './adapters/postgres/generation-tables.1796000000002.migration.js';
import { JobRow } from './adapters/postgres/job.row.js';
import { JobsByDue1796200000000 } from './adapters/postgres/jobs-by-due.1796200000000.migration.js';
import { RawResponses1796300000000 } from './adapters/postgres/raw-responses.1796300000000.migration.js';

/** Everything in generation's schema. */
export const generationRows = [...eventFlowRows, JobRow, AttemptRow];
export const generationMigrations = [
  EventFlowTables1764500000000,
  GenerationTables1796000000002,
  JobsByDue1796200000000,
  RawResponses1796300000000,
];
