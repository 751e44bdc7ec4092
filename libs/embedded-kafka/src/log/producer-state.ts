import { ErrorCode } from '../protocol/error-code.js';
import { type BatchHeader } from './record-batch.js';

interface AppendedBatch {
  baseSequence: number;
  lastSequence: number;
  baseOffset: number;
  lastOffset: number;
}

interface Producer {
  epoch: number;
  /** The last batches in order, five at most: as many as an idempotent producer may have in flight. */
  batches: AppendedBatch[];
}

export type SequenceCheck =
  | { kind: 'fresh' }
  | { kind: 'duplicate'; baseOffset: number; lastOffset: number }
  | { kind: 'refused'; error: ErrorCode };

type Sequenced = Pick<BatchHeader, 'producerId' | 'producerEpoch' | 'baseSequence' | 'recordCount'>;

const remembered = 5;
const sequences = 2 ** 31;

/**
 * What each idempotent producer last appended to one partition. A producer that is not known may start at any number, since
 * retention may have taken what was known of it (Kafka's KIP-360 does the same).
 */
export class ProducerState {
  private readonly producers = new Map<number, Producer>();

  check(batch: Sequenced): SequenceCheck {
    const producer = this.producers.get(batch.producerId);
    if (batch.producerId < 0 || !producer) return { kind: 'fresh' };
    if (batch.producerEpoch < producer.epoch) return { kind: 'refused', error: ErrorCode.invalidProducerEpoch };
    if (batch.producerEpoch > producer.epoch) return inOrder(batch.baseSequence === 0);
    return repeated(producer, batch) ?? inOrder(batch.baseSequence === nextSequence(producer));
  }

  record(batch: Sequenced, baseOffset: number): void {
    if (batch.producerId < 0) return;
    const known = this.producers.get(batch.producerId);
    const earlier = known?.epoch === batch.producerEpoch ? known.batches : [];
    const appended = {
      baseSequence: batch.baseSequence,
      lastSequence: lastSequence(batch),
      baseOffset,
      lastOffset: baseOffset + batch.recordCount - 1,
    };
    this.producers.set(batch.producerId, {
      epoch: batch.producerEpoch,
      batches: [...earlier, appended].slice(-remembered),
    });
  }
}

function repeated(producer: Producer, batch: Sequenced): SequenceCheck | undefined {
  const same = producer.batches.find(
    (known) => known.baseSequence === batch.baseSequence && known.lastSequence === lastSequence(batch),
  );
  return same && { kind: 'duplicate', baseOffset: same.baseOffset, lastOffset: same.lastOffset };
}

function inOrder(right: boolean): SequenceCheck {
  return right ? { kind: 'fresh' } : { kind: 'refused', error: ErrorCode.outOfOrderSequence };
}

function nextSequence(producer: Producer): number {
  return ((producer.batches.at(-1)?.lastSequence ?? -1) + 1) % sequences;
}

function lastSequence(batch: Sequenced): number {
  return (batch.baseSequence + batch.recordCount - 1) % sequences;
}
