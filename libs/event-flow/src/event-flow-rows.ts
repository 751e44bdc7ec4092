import { InboxRow } from './inbox/inbox.row.js';
import { OutboxRow, RefusedOutboxRow } from './outbox/outbox.row.js';

/** The entities of every service's DataSource; their migration is EventFlowTables. */
export const eventFlowRows = [InboxRow, OutboxRow, RefusedOutboxRow] as const;
