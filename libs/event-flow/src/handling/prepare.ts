import { type IncomingRecord } from '#libs/contracts';

import { inboxEntry, inboxEntryByBytes, placeName } from '../inbox/inbox.js';
import { type RecordSubscription, type TransactionalSubscription } from '../subscription.js';
import { type Prepare } from './transactional.js';

/** Events are known by source and id, or by their bytes too; a refused record that somebody answers, by its place. */
export function prepareEvents(subscription: TransactionalSubscription, clusterId: string): Prepare {
  const entryOf = subscription.knownBy === 'bytes' ? inboxEntryByBytes : inboxEntry;
  return (record) => {
    const read = subscription.read(record, clusterId);
    if (read.ok) {
      const event = read.value;
      return { entry: entryOf(record, event.envelope), handle: (context) => subscription.handle(event, context) };
    }
    const { refused } = subscription;
    if (!refused) return read.failure;
    return {
      entry: inboxEntry(record, placeName(record, clusterId)),
      handle: (context) => refused(read.failure, record, context),
    };
  };
}

/** Raw records are known by their place. */
export function prepareRecords(subscription: RecordSubscription, clusterId: string): Prepare {
  return (record: IncomingRecord) => ({
    entry: inboxEntry(record, placeName(record, clusterId)),
    handle: (context) => subscription.handle(record, context),
  });
}
