import { Kafka, logLevel } from 'kafkajs';

import { type KafkaSettings } from '../event-flow.port.js';
import { tellGroupRefusals } from './group-refusal.js';
import { gatherHeadersInOnePass } from './linear-headers.js';
import { quietRequestQueues } from './quiet-queue.js';

gatherHeadersInOnePass();
quietRequestQueues();
tellGroupRefusals();

/** kafkajs with its log off: its messages quote what they choke on, and every failure reaches us as an error. */
export function kafkaClient(settings: KafkaSettings): Kafka {
  return new Kafka({
    brokers: [...settings.brokers],
    clientId: settings.clientId,
    logLevel: logLevel.NOTHING,
    ...(settings.login ? { sasl: { mechanism: 'scram-sha-512', ...settings.login } } : {}),
    ...(settings.tlsAuthorities ? { ssl: { ca: [settings.tlsAuthorities] } } : {}),
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4 },
  });
}
