import { type Kafka, type Producer } from 'kafkajs';

import { type KafkaSettings } from '../event-flow.port.js';
import { OutageError } from '../failures/failures.js';
import { type EventPublisher, type OutgoingRecord } from '../ports/event-publisher.port.js';
import { planSends } from '../publishing/plan-sends.js';
import { kafkaClient } from './client.js';
import { kafkaFailure } from './kafka-failure.js';
import { toMessage } from './records.js';
import { stablePartitioner } from './partitioner.js';
import { SendCoverage } from './send-coverage.js';

/** Raw publishing with acks=all and an idempotent producer, which is connected by the first publish. */
export function kafkaPublisher(settings: KafkaSettings): EventPublisher {
  return new IdempotentPublisher(kafkaClient(settings));
}

/**
 * One send at a time. A send of unknown fate never meets another one under the same producer: with the same sequence
 * numbers and count the broker would take different records for a repetition and drop them. After any failure the
 * producer is therefore replaced, which also heals errors 45 and 59.
 */
export class IdempotentPublisher implements EventPublisher {
  private producer: Promise<Producer> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private closed = false;
  private readonly coverage = new SendCoverage();

  constructor(private readonly kafka: Kafka) {}

  publish(records: readonly OutgoingRecord[]): Promise<void> {
    const mine = this.last.then(() => this.sendAll(records));
    this.last = mine.catch(() => undefined);
    return mine;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.last;
    await this.dispose();
  }

  private async sendAll(records: readonly OutgoingRecord[]): Promise<void> {
    for (const send of planSends(records)) await this.send(send);
  }

  private async send(records: readonly OutgoingRecord[]): Promise<void> {
    if (this.closed) throw new OutageError('kafka.closed');
    const topics = [...new Set(records.map(({ topic }) => topic))];
    const topicMessages = topics.map((topic) => ({
      topic,
      messages: records.filter((record) => record.topic === topic).map(toMessage),
    }));
    try {
      const producer = await this.connected();
      this.coverage.begin();
      const answers = await producer.sendBatch({ acks: -1, topicMessages });
      if (!this.coverage.isWhole(answers)) throw new OutageError('kafka.away', 'PARTITION_UNANSWERED');
    } catch (error) {
      await this.dispose();
      throw kafkaFailure(error);
    }
  }

  private connected(): Promise<Producer> {
    return (this.producer ??= this.connect());
  }

  private async connect(): Promise<Producer> {
    const producer = this.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: this.coverage.watch(stablePartitioner),
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 6 },
    });
    await producer.connect();
    return producer;
  }

  private async dispose(): Promise<void> {
    const old = this.producer;
    this.producer = undefined;
    await old?.then((producer) => producer.disconnect()).catch(() => undefined);
  }
}
