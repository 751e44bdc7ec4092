import { channelTopicName, type Topic, topics } from '#libs/contracts';
import { runs, type RunSlice, type Subscription } from '#libs/event-flow';

/** Every topic that the table lets the ledger read, and the client topic of every configured channel: one slice records them all. */
export function subscriptions(channels: readonly string[], appendRuns: RunSlice): Subscription[] {
  const table: readonly Topic[] = topics;
  const listed = table.filter(({ readers }) => readers.includes('ledger')).map(({ name }) => name);
  return [...listed, ...channels.map(channelTopicName)].map((topic) => runs(topic, appendRuns));
}
