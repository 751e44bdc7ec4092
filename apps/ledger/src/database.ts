import { EventFlowTables1764500000000, eventFlowRows } from '#libs/event-flow';

import { ConfigurationFileRow } from './configuration/adapters/postgres/configuration-file.row.js';
import { ConfigurationFiles1797000000000 } from './configuration/adapters/postgres/configuration-files.1797000000000.migration.js';
import { ContentReadRow } from './audit/content-read.row.js';
import { LedgerTables1764500001000 } from './migrations/ledger-tables-1764500001000.js';
import { ChainRow } from './record/adapters/postgres/chain.row.js';
import { DataKeyRow } from './record/adapters/postgres/data-key.row.js';
import { InteractionRow } from './record/adapters/postgres/interaction.row.js';
import { MasterKeyRow } from './record/adapters/postgres/master-key.row.js';
import { RecordRow } from './record/adapters/postgres/record.row.js';

export const ledgerRows = [
  ...eventFlowRows,
  ChainRow,
  RecordRow,
  DataKeyRow,
  MasterKeyRow,
  InteractionRow,
  ContentReadRow,
  ConfigurationFileRow,
];
export const ledgerMigrations = [
  EventFlowTables1764500000000,
  LedgerTables1764500001000,
  ConfigurationFiles1797000000000,
];
