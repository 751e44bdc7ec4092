import { channelTopicName, type Topic, topics } from '#libs/contracts';
import { runs, type RunSlice, type Subscription } from '#libs/event-flow';

/** Every topic that the table lets the ledger read; the client topics stand beside them, and one slice records them all. */
export function subscriptions(appendRuns: RunSlice): Subscription[] {
  const table: readonly Topic[] = topics;
  const listed = table.filter(({ readers }) => readers.includes('ledger')).map(({ name }) => name);
  return listed.map((topic) => runs(topic, appendRuns));
}

/** The client topic of a configured channel. */
export const channelSubscription =
  (appendRuns: RunSlice) =>
  (channel: string): Subscription =>
    runs(channelTopicName(channel), appendRuns);
