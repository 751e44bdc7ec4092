import {
  type ConfigurationLog,
  type ConfigurationSnapshot,
  configChangedV1,
  type Service,
  topicNamed,
} from '#libs/contracts';
import {
  Bell,
  type FlowLog,
  type FlowReadiness,
  followTopic,
  type KafkaSettings,
  OutageError,
  type TopicFollower,
} from '#libs/event-flow';

import { errorFields } from '../log/error-fields.js';
import { type FollowedConfiguration } from './configuration-source.js';
import { LiveConfiguration } from './live-configuration.js';

export interface FollowParts {
  readonly service: Service;
  readonly kafka: KafkaSettings;
  readonly log: FlowLog;
  readonly onFatal: (code: string) => void;
}

/** The configuration as it comes from the broker. */
export const followConfiguration = (parts: FollowParts): FollowedConfiguration => new BrokerConfiguration(parts);

class BrokerConfiguration implements FollowedConfiguration {
  private readonly stopping = new AbortController();
  private readonly live: LiveConfiguration;
  private follower: TopicFollower | undefined;
  private readonly changed = new Bell();

  constructor(private readonly parts: FollowParts) {
    this.live = new LiveConfiguration(parts.log, () => this.changed.ring());
  }

  inForce(): ConfigurationSnapshot | null {
    return this.live.snapshot;
  }

  current(): ConfigurationSnapshot {
    if (this.live.snapshot === null) throw new OutageError('config.reading');
    return this.live.snapshot;
  }

  async reached(revision: number, signal: AbortSignal): Promise<void> {
    while ((this.live.snapshot?.revision ?? 0) < revision) await this.changed.next(signal);
  }

  async readToEnd(signal: AbortSignal): Promise<ConfigurationLog> {
    if (this.follower === undefined) throw new OutageError('config.reading');
    await this.follower.caughtUp(signal);
    return this.live.log;
  }

  start(): void {
    const topic = topicNamed(configChangedV1.type);
    if (topic === undefined) throw new Error(`${configChangedV1.type} is not in the topic table`);
    this.follower = followTopic({ ...this.parts, topic, onRecords: (records) => this.live.take(records) });
    void this.readFirst();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.follower?.stop();
  }

  readiness(): FlowReadiness {
    const broker = this.follower?.readiness().reasons ?? [];
    const reasons = this.live.reason === null ? broker : [...broker, this.live.reason];
    return { ready: reasons.length === 0, reasons };
  }

  private async readFirst(): Promise<void> {
    try {
      await this.readToEnd(this.stopping.signal);
      this.live.endReached();
    } catch (error) {
      if (!this.stopping.signal.aborted) this.parts.log.error(errorFields(error), 'the configuration cannot be read');
    }
  }
}
