import type { EventDeclaration } from '@vidhi/contracts/events.ts';
import { retryTopic } from '@vidhi/contracts/topics.ts';
import { messageOf } from '@vidhi/service-kit/retry.ts';
import { createApplier, type Disposition, type Handle, type IncomingRecord } from './apply-record.ts';
import { parseRetryRecord } from './dead-letter.ts';
import type { KafkaClient } from './kafka.ts';
import { createProducer } from './producer.ts';
import { startRecordConsumer, type ReceivedRecord, type RecordConsumer } from './record-consumer.ts';
import { ensureRetryTopic } from './topics.ts';

export interface ConsumerOptions {
  client: KafkaClient;
  /** The replicas of a service share it and divide the partitions. */
  groupId: string;
  topics: readonly string[];
  /** Declarations by event type; records of other types are skipped. */
  events: ReadonlyMap<string, EventDeclaration>;
  /** Called at least once for each event, so it must be idempotent. */
  handle: Handle;
  /**
   * Number of events of a partition that are handled at the same time, 1 by default. More are for handlers to which their order
   * does not matter: when one fails, later ones may be applied already.
   */
  atOnce?: number;
  /** Called for every record, for metrics and tests. */
  onDisposition?: (disposition: Disposition, topic: string) => void;
}

export interface RunningConsumer extends RecordConsumer {
  /** Records sent to the dead-letter topic since the start, rejected ones included. */
  deadLettered(): number;
}

/**
 * Starts a member of a consumer group that applies events at least once each, and in order per partition unless `atOnce` says
 * otherwise, of several partitions at the same time. A record whose failure is transient pauses its partition and is
 * retried; a record that cannot be applied is sent to `<topic>.dlq` before its offset is committed. Dead letters that arrive
 * in the retry topic of the group are applied again, as if they came from their first place. Reconnects after every crash
 * until closed.
 */
export function startConsumer(options: ConsumerOptions): RunningConsumer {
  const { client, groupId, topics, events, handle, atOnce = 1, onDisposition } = options;
  const deadLetters = createProducer(client);
  const replays = retryTopic(groupId);
  let deadLettered = 0;
  const applier = createApplier({
    groupId,
    events,
    handle,
    deadLetters,
    onFailure: (error, meta, next) =>
      client.log.warn({ ...meta, groupId, next, error: messageOf(error) }, 'an event could not be handled'),
  });

  /** Returns the record as it was in its first place; null where a record of the retry topic does not name one. */
  function toIncoming(record: ReceivedRecord): IncomingRecord | null {
    const { topic, partition, offset, key, value, headers } = record;
    if (topic !== replays)
      return { topic, partition, offset, key, value, traceparent: headers['traceparent'] };
    const parsed = parseRetryRecord(headers);
    return parsed === null ? null : { ...parsed.origin, key, value, replay: parsed.replay };
  }

  const consumer = startRecordConsumer({
    client,
    groupId,
    topics: [...topics, replays],
    atOnce,
    beforeConnect: () => ensureRetryTopic(client, groupId),
    async apply(record) {
      const incoming = toIncoming(record);
      if (incoming === null) {
        client.log.error({ topic: record.topic, offset: record.offset }, 'skipped a record of a retry topic');
        return 'done';
      }
      const disposition = await applier.apply(incoming);
      const { topic, offset } = incoming;
      onDisposition?.(disposition, topic);
      if (disposition === 'retry') return 'retry';
      if (disposition === 'dead-lettered') {
        deadLettered += 1;
        client.log.error({ topic, offset, groupId }, 'a record was sent to the dead-letter topic');
      }
      return 'done';
    },
  });

  return {
    ...consumer,
    async close() {
      await consumer.close();
      await deadLetters.close();
    },
    deadLettered: () => deadLettered,
  };
}
