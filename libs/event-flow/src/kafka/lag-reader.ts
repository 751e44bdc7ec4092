import { type KafkaSettings } from '../event-flow.port.js';
import { type TopicAdmin } from '../ports/topic-admin.port.js';
import { kafkaTopicAdmin } from './topic-admin.js';

/** Reads lag over one connection, made when first needed and again after a failure. */
export class LagReader {
  private admin: Promise<TopicAdmin> | undefined;

  constructor(private readonly settings: KafkaSettings) {}

  /** null when the broker does not tell now. */
  async read(group: string, topic: string): Promise<number | null> {
    const admin = (this.admin ??= kafkaTopicAdmin(this.settings));
    try {
      return await (await admin).lag(group, topic);
    } catch {
      if (this.admin === admin) this.admin = undefined;
      await admin.then((opened) => opened.close()).catch(() => undefined);
      return null;
    }
  }

  async close(): Promise<void> {
    await this.admin?.then((opened) => opened.close()).catch(() => undefined);
    this.admin = undefined;
  }
}
