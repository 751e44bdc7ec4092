import { type IncomingRecord } from '#libs/contracts';

import { type SpanAttributes } from './tracing.port.js';

/** `<namespace>/<interactionId>`: any other key may be anything, and is left out. */
const interactionKey = /^[a-z][a-z0-9-]{0,39}\/[A-Za-z0-9_-]{8,64}$/;

interface Message {
  readonly topic: string;
  readonly key: Buffer | null;
}

/** Of the semantic conventions for Kafka (docs/messaging/kafka.md). */
export function messageAttributes(operation: 'process' | 'send', { topic, key }: Message): SpanAttributes {
  const name = key?.toString('latin1') ?? '';
  return {
    'messaging.system': 'kafka',
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.destination.name': topic,
    ...(interactionKey.test(name) ? { 'messaging.kafka.message.key': name } : {}),
  };
}

export function headerText(headers: IncomingRecord['headers'], name: string): string | undefined {
  return headers.find(([found]) => found === name)?.[1]?.toString('latin1');
}
