import { EventFlowTables1764500000000, eventFlowRows } from '#libs/event-flow';

import { DeliveryTables1796000000001 } from './adapters/postgres/delivery-tables.1796000000001.migration.js';
import { EarlyArrivalRow } from './adapters/postgres/early-arrival.row.js';
import { LateOutcomeRow } from './adapters/postgres/late-outcome.row.js';
import { QuestionsAwaiting1796000000003 } from './adapters/postgres/questions-awaiting.1796000000003.migration.js';
import { QuestionRow } from './adapters/postgres/question.row.js';
import { ReplayRow } from './adapters/postgres/replay.row.js';
import { Replays1796300000000 } from './adapters/postgres/replays.1796300000000.migration.js';

/** Everything in delivery's schema. */
export const deliveryRows = [...eventFlowRows, QuestionRow, EarlyArrivalRow, LateOutcomeRow, ReplayRow];
export const deliveryMigrations = [
  EventFlowTables1764500000000,
  DeliveryTables1796000000001,
  QuestionsAwaiting1796000000003,
  Replays1796300000000,
];
