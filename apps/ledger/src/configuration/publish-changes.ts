import { configChangedEvent, type ConfigurationChange } from '#libs/contracts';
import { eventRecord, kafkaPublisher, type KafkaSettings } from '#libs/event-flow';
import { StartError } from '#libs/service-host';

export type PublishChanges = (changes: readonly ConfigurationChange[]) => Promise<void>;

/** In their order, acknowledged by every replica. @throws StartError for an item that is too large, before any is sent */
export function publishChanges(kafka: KafkaSettings): PublishChanges {
  return async (changes) => {
    const records = changes.map(recordOf);
    const publisher = kafkaPublisher(kafka);
    try {
      await publisher.publish(records);
    } finally {
      await publisher.close();
    }
  };
}

function recordOf(change: ConfigurationChange) {
  const made = configChangedEvent(change, new Date().toISOString());
  if (made.ok) return eventRecord(made.value);
  const { bytes, limitBytes } = made.failure;
  throw new StartError(
    `The configuration is refused: ${change.kind} ${change.id} takes ${bytes} bytes, at most ${limitBytes} are allowed.`,
  );
}
