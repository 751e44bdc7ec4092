import { type IncomingRecord } from '#libs/contracts';
import { kafkaTail, type Tail } from '#libs/event-flow';

import { kafkaOf } from './kafka-of.js';

export interface Outcome {
  /** `<namespace>/<interactionId>` */
  readonly key: string;
  readonly namespace: string;
  /** `performance.now()` when it was seen. */
  readonly atMs: number;
  /** `completed`, or the code of the failure. */
  readonly result: string;
}

/** The outcomes on a client topic, as a bot sees them. */
export class Outcomes {
  /** In the order in which they came, one for each question. */
  readonly list: Outcome[] = [];
  /** Records whose question had an outcome before, the same or another. */
  repeated = 0;
  conflicting = 0;
  private readonly results = new Map<string, string>();
  private tail: Tail | undefined;

  static async follow(brokers: readonly string[], topic: string): Promise<Outcomes> {
    const outcomes = new Outcomes();
    outcomes.tail = await kafkaTail(kafkaOf(brokers), [topic], (record) => outcomes.take(record), {
      fromBeginning: true,
    });
    return outcomes;
  }

  async stop(): Promise<void> {
    await this.tail?.stop();
  }

  /** Questions by result. */
  byResult(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { result } of this.list) counts[result] = (counts[result] ?? 0) + 1;
    return counts;
  }

  private take(record: IncomingRecord): void {
    const result = resultOf(record);
    if (result === undefined) return;
    const key = record.key?.toString() ?? '';
    const before = this.results.get(key);
    if (before !== undefined) {
      if (before === result) this.repeated += 1;
      else this.conflicting += 1;
      return;
    }
    this.results.set(key, result);
    this.list.push({ key, namespace: key.split('/')[0] ?? '', atMs: performance.now(), result });
  }
}

/** undefined for what ends no question: a deferral, a retraction. */
function resultOf({ headers, value }: IncomingRecord): string | undefined {
  const type = headers.find(([name]) => name === 'ce_type')?.[1]?.toString();
  if (type === 'answer.completed.v1') return 'completed';
  if (type !== 'answer.failed.v1') return undefined;
  return (JSON.parse(value?.toString() ?? '{}') as { code?: string }).code ?? 'unreadable';
}
