import { deadLetterTopic } from '@vidhi/contracts/topics.ts';
import type { OutgoingRecord } from './producer.ts';

/** A record that cannot be applied, its origin and the reason. */
export interface FailedRecord {
  topic: string;
  /** The group whose consumer cannot apply it; others may have. */
  groupId: string;
  partition: number;
  offset: string;
  key: Buffer | null;
  value: Buffer | null;
  reason: string;
  errorName: string;
  attempts: number;
  firstAt: Date;
  lastAt: Date;
}

/** Returns the record for the dead-letter topic: key and value unchanged, origin and failure in the headers. */
export const toDeadLetter = (failed: FailedRecord): OutgoingRecord => ({
  topic: deadLetterTopic(failed.topic),
  key: failed.key === null ? null : failed.key.toString('utf8'),
  value: failed.value,
  headers: {
    'original-topic': failed.topic,
    'original-partition': String(failed.partition),
    'original-offset': failed.offset,
    'consumer-group': failed.groupId,
    'error-class': failed.errorName,
    'error-message': failed.reason.slice(0, 1_000),
    attempts: String(failed.attempts),
    'first-failed-at': failed.firstAt.toISOString(),
    'last-failed-at': failed.lastAt.toISOString(),
  },
});
