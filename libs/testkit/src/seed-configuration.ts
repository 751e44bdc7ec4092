import { changesBetween, configChangedEvent, type Configuration, emptyConfigurationLog, topics } from '#libs/contracts';
import { eventRecord, kafkaPublisher, kafkaTopicAdmin } from '#libs/event-flow';

/** Writes a configuration onto an empty `config.changed.v1` as the ledger does; gives the revision that it has there. */
export async function seedConfiguration(brokers: readonly string[], configuration: Configuration): Promise<number> {
  const kafka = { brokers, clientId: 'imprimatur-test', createTopics: true };
  const admin = await kafkaTopicAdmin(kafka);
  await admin.ensureTopics(topics.filter(({ name }) => name === 'config.changed.v1')).finally(() => admin.close());
  const changes = changesBetween(emptyConfigurationLog, configuration);
  const made = changes.map((change) => configChangedEvent(change, new Date().toISOString()));
  const publisher = kafkaPublisher(kafka);
  try {
    await publisher.publish(made.map((event) => eventRecord(event.ok ? event.value : tooLarge())));
  } finally {
    await publisher.close();
  }
  return changes.at(-1)?.configRevision ?? 0;
}

function tooLarge(): never {
  throw new Error('an item is above the limit of config.changed.v1');
}
