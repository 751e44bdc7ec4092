import { setTimeout as pause } from 'node:timers/promises';

import { channelTopic, channelTopicName } from '#libs/contracts';

import { type FlowLog, type KafkaSettings } from './event-flow.port.js';
import { errorFields } from './failures/error-fields.js';
import { kafkaTopicAdmin } from './kafka/topic-admin.js';
import { type TopicAdmin } from './ports/topic-admin.port.js';

export interface OpenChannelsParts {
  readonly kafka: KafkaSettings;
  readonly configured: () => readonly string[];
  readonly log: FlowLog;
}

const lookEveryMs = 1_000;

/**
 * The configured channels whose client topics exist. A channel without one is pending: whatever goes there would wait,
 * and everything behind it. Once open a channel stays so: its topic goes only with the channel's last record.
 */
export class OpenChannels {
  private readonly open = new Set<string>();
  private readonly told = new Set<string>();

  constructor(private readonly parts: OpenChannelsParts) {}

  list(): readonly string[] {
    return [...this.open];
  }

  /** The channels that this look opens; topics are made first where this broker lets services do so. @throws OutageError */
  async look(admin: TopicAdmin): Promise<readonly string[]> {
    const pending = this.pending();
    if (pending.length === 0) return [];
    if (this.parts.kafka.createTopics) await admin.ensureTopics(pending.map(channelTopic));
    const missing = await admin.missingTopics(pending.map(channelTopicName));
    const found = pending.filter((channel) => !missing.includes(channelTopicName(channel)));
    for (const channel of found) this.open.add(channel);
    this.tell(pending.filter((channel) => !this.open.has(channel)));
    return found;
  }

  /** Looks again and again for the topics of channels that are configured later, until it is aborted. */
  async keepLooking(onOpen: (channel: string) => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(lookEveryMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted && this.pending().length > 0) await this.lookOnce(onOpen);
    }
  }

  private async lookOnce(onOpen: (channel: string) => void): Promise<void> {
    try {
      const admin = await kafkaTopicAdmin(this.parts.kafka);
      const found = await this.look(admin).finally(() => admin.close());
      found.forEach(onOpen);
    } catch (error) {
      this.parts.log.warn(errorFields(error), 'client topics cannot be looked for');
    }
  }

  private pending(): string[] {
    return this.parts.configured().filter((channel) => !this.open.has(channel));
  }

  private tell(pending: readonly string[]): void {
    const news = pending.filter((channel) => !this.told.has(channel));
    for (const channel of news) this.told.add(channel);
    if (news.length > 0) this.parts.log.warn({ channels: news }, 'channels are pending: their topics do not exist');
  }
}
