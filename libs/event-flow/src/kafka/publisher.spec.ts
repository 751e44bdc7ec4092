import { type Kafka, type ProducerBatch, type ProducerConfig, type RecordMetadata } from 'kafkajs';

import { IdempotentPublisher } from './publisher.js';

const partitionMetadata = Array.from({ length: 12 }, (_, partitionId) => ({ partitionId }));
const record = (key: string) => ({ topic: 'answers.approved.v1', key: Buffer.from(key), headers: [], value: null });

/** kafkajs as a publisher sees it: `answer` says which of the chosen partitions the brokers answered for. */
function kafkaThat(answer: (chosen: number[], send: number) => number[]) {
  const sends: number[][] = [];
  let producers = 0;
  const producer = ({ createPartitioner }: ProducerConfig) => {
    producers += 1;
    const choose = createPartitioner!();
    const sendBatch = async ({ topicMessages = [] }: ProducerBatch): Promise<RecordMetadata[]> => {
      const chosen = topicMessages.flatMap(({ topic, messages }) =>
        messages.map((message) => choose({ topic, message, partitionMetadata } as never)),
      );
      sends.push(chosen);
      return answer(chosen, sends.length).map((partition) => ({
        topicName: 'answers.approved.v1',
        partition,
        errorCode: 0,
      }));
    };
    return { connect: async () => undefined, disconnect: async () => undefined, sendBatch };
  };
  return { kafka: { producer } as unknown as Kafka, sends, producers: () => producers };
}

describe('a send to several brokers', () => {
  const records = ['a', 'b', 'c', 'd', 'e', 'f'].map(record);

  it('given an answer for each partition, then it is done', async () => {
    const { kafka, sends } = kafkaThat((chosen) => chosen);
    await expect(new IdempotentPublisher(kafka).publish(records)).resolves.toBeUndefined();
    expect(sends).toHaveLength(1);
  });

  it('given a partition that nobody answered for, then it is an outage and the next send has a new producer', async () => {
    const fake = kafkaThat((chosen, send) =>
      send === 1 ? chosen.slice(1).filter((one) => one !== chosen[0]) : chosen,
    );
    const publisher = new IdempotentPublisher(fake.kafka);
    await expect(publisher.publish(records)).rejects.toMatchObject({ name: 'OutageError', code: 'kafka.away' });
    await expect(publisher.publish(records)).resolves.toBeUndefined();
    expect(fake.producers()).toBe(2);
  });

  it('given a send after a larger one, then it is held against its own partitions alone', async () => {
    const { kafka } = kafkaThat((chosen) => chosen);
    const publisher = new IdempotentPublisher(kafka);
    await publisher.publish(records);
    await expect(publisher.publish([record('a')])).resolves.toBeUndefined();
  });
});
