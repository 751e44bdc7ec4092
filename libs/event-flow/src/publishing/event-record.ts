import { type OutgoingEvent } from '#libs/contracts';

import { type OutgoingRecord } from '../ports/event-publisher.port.js';

export function eventRecord(event: OutgoingEvent): OutgoingRecord {
  return {
    topic: event.topic,
    key: Buffer.from(event.key),
    headers: Object.entries(event.headers).map(([name, value]) => [name, Buffer.from(value)] as const),
    value: event.value,
  };
}
