import { messageOf } from '@vidhi/service-kit/retry.ts';
import { parseLetterRecord, type LetterRecord } from './dead-letter.ts';
import type { KafkaClient } from './kafka.ts';
import { startRecordConsumer, type RecordConsumer } from './record-consumer.ts';

export interface LetterConsumerOptions {
  client: KafkaClient;
  groupId: string;
  /** Dead-letter topics. */
  topics: readonly string[];
  /** Called at least once for each record, so it must be idempotent. A record for which it rejects is retried without limit. */
  handle: (record: LetterRecord) => Promise<void>;
}

/** Starts a consumer of dead-letter topics. It skips, and logs, records that consumers of this package have not sent. */
export function startLetterConsumer({
  client,
  groupId,
  topics,
  handle,
}: LetterConsumerOptions): RecordConsumer {
  return startRecordConsumer({
    client,
    groupId,
    topics,
    async apply({ topic, offset, key, value, headers }) {
      const record = parseLetterRecord(key, value, headers);
      if (record === null) {
        client.log.error({ topic, offset }, 'skipped a record of a dead-letter topic');
        return 'done';
      }
      try {
        await handle(record);
        return 'done';
      } catch (error) {
        client.log.warn({ topic, offset, error: messageOf(error) }, 'a dead letter could not be stored yet');
        return 'retry';
      }
    },
  });
}
