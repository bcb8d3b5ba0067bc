import { connectKafka, type KafkaClient } from '@vidhi/messaging/kafka.ts';
import { withAdmin } from '@vidhi/messaging/topics.ts';

const ACKS_ALL = -1;

const clientOf = (brokers: string): KafkaClient => connectKafka({ brokers, clientId: 'engine-test' });

export async function createTopics(brokers: string, names: readonly string[]): Promise<void> {
  const topics = names.map((topic) => ({ topic, numPartitions: 1 }));
  await withAdmin(clientOf(brokers), (admin) => admin.createTopics({ topics, waitForLeaders: true }));
}

/** Resolves when the broker has acknowledged the records. */
export async function produce(brokers: string, topic: string, lines: readonly string[]): Promise<void> {
  const producer = clientOf(brokers).kafka.producer();
  try {
    await producer.connect();
    await producer.send({ topic, acks: ACKS_ALL, messages: lines.map((value) => ({ value })) });
  } finally {
    await producer.disconnect();
  }
}

/** Resolves with the values of the first records of a topic with one partition; the test timeout is the deadline. */
export async function consume(brokers: string, topic: string, count: number): Promise<string[]> {
  const consumer = clientOf(brokers).kafka.consumer({ groupId: `engine-test-${topic}` });
  const lines: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      async eachMessage({ message }) {
        lines.push(String(message.value));
        if (lines.length === count) resolve();
      },
    });
    await promise;
  } finally {
    await consumer.disconnect();
  }
  return lines.slice(0, count);
}
