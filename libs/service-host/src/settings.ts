/** The settings that every service reads; each service extends them in its own settings.ts. */
export class ServiceSettings {
  KAFKA_BROKERS: string = '127.0.0.1:9092';
}
