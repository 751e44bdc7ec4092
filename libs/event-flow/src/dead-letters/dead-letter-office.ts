import {
  deadLetterTopicName,
  type IncomingRecord,
  type Refusal,
  type Service,
  topicNamed,
  writeDeadLetter,
} from '#libs/contracts';

import { type OutgoingRecord } from '../ports/event-publisher.port.js';
import { recordBytes } from '../publishing/plan-sends.js';

export interface DeadLetterCircumstances {
  readonly group: string;
  readonly attempts: number;
  /** RFC 3339 */
  readonly firstFailure: string;
}

/** Writes the dead letters of one service. */
export class DeadLetterOffice {
  constructor(
    private readonly service: Service,
    private readonly send: (records: readonly OutgoingRecord[]) => Promise<void>,
  ) {}

  /**
   * Resolves when the broker has it. A record of the service's own dead-letter topic is one already and stays where it is.
   * @throws OutageError when the broker does not take it now
   */
  async post(record: IncomingRecord, refusal: Refusal, circumstances: DeadLetterCircumstances): Promise<void> {
    if (record.topic === deadLetterTopicName(this.service)) return;
    await this.send([withinLimit(writeDeadLetter(record, refusal, { service: this.service, ...circumstances }))]);
  }
}

/**
 * Key and bytes of any record of ours fit; a multitude of tiny headers, each longer by its prefix, may not. Then the
 * original headers are left out and counted, for a dead letter that can't be written would hold its lane for ever.
 */
function withinLimit(letter: OutgoingRecord): OutgoingRecord {
  if (recordBytes(letter) <= (topicNamed(letter.topic)?.limitBytes ?? Infinity)) return letter;
  const own = letter.headers.filter(([name]) => !name.startsWith('orig_'));
  const dropped = Buffer.from(String(letter.headers.length - own.length));
  return { ...letter, headers: [...own, ['dl_headers_dropped', dropped]] };
}
