import { type Service } from '#libs/contracts';
import { type KafkaSettings } from '#libs/event-flow';

import { type ServiceSettings } from '../settings.js';

/** How a service reaches the broker. */
export function kafkaSettings(service: Service, settings: ServiceSettings): KafkaSettings {
  return {
    brokers: settings.KAFKA_BROKERS,
    clientId: `imprimatur-${service}`,
    createTopics: settings.KAFKA_CREATE_TOPICS,
  };
}
