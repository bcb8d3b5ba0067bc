import type { Connection } from 'mongoose';
import { TOPICS, deadLetterTopic, withSuffix, type TopicLayout } from '@vidhi/contracts/topics.ts';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { startLetterConsumer } from '@vidhi/messaging/letter-consumer.ts';
import type { Producer } from '@vidhi/messaging/producer.ts';
import { addGauge } from '@vidhi/service-kit/metrics.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import type { RecordFact } from '../audit/audit-log.ts';
import { mongoDeadLetters, type DeadLetterStore } from './dead-letter-store.ts';
import { createDeadLetters, type DeadLetters } from './dead-letters.ts';

/** All topics of the site: the consumer below reads the dead-letter topic of each, whichever service starts first. */
export const everyTopic = (suffix: string): TopicLayout[] =>
  Object.values(TOPICS).map((topic) => withSuffix(topic, suffix));

interface OpenDeadLettersOptions {
  connection: Connection;
  client: KafkaClient;
  producer: Producer;
  suffix: string;
  recordFact: RecordFact;
}

const SEND_SWEEP_MS = 10_000;
const REMOVAL_MS = 3_600_000;

/** Opens the store of dead letters. `start` begins to collect them from Kafka, and needs the indexes. */
export function openDeadLetters(
  { closers, metrics, log }: Pick<ServiceContext, 'closers' | 'metrics' | 'log'>,
  { connection, client, producer, suffix, recordFact }: OpenDeadLettersOptions,
): { store: DeadLetterStore; calls: DeadLetters; start(): void } {
  const store = mongoDeadLetters(connection);
  const calls = createDeadLetters({
    store,
    producer,
    recordFact,
    onFailure: (error) => log.warn({ err: error }, 'a dead letter could not be sent to its group yet'),
  });
  return {
    store,
    calls,
    start() {
      const consumer = closers.open('consumer of dead letters', () =>
        startLetterConsumer({
          client,
          groupId: `accounts-dead-letters${suffix}`,
          topics: everyTopic(suffix).map(({ name }) => deadLetterTopic(name)),
          handle: calls.receive,
        }),
      );
      addGauge(
        metrics,
        'dead_letters_silent_seconds',
        'Seconds since the last response of the broker to the consumer of dead letters',
        () => Math.round(consumer.silentMs() / 1000),
      );
      addGauge(metrics, 'dead_letters_lag_records', 'Dead letters that are not stored yet', consumer.lag);
      closers.every('replays of dead letters', SEND_SWEEP_MS, calls.sweep);
      closers.every('removal of old dead letters', REMOVAL_MS, calls.removeOld);
    },
  };
}
