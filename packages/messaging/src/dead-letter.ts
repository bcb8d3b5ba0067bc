import { deadLetterTopic } from '@vidhi/contracts/topics.ts';
import type { OutgoingRecord } from './producer.ts';

/** Why a record was put aside, and where it came from. */
export interface Refusal {
  topic: string;
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

/** The record as it was, under its own key, with the story of its refusal in the headers. */
export const deadLetter = (refusal: Refusal): OutgoingRecord => ({
  topic: deadLetterTopic(refusal.topic),
  key: refusal.key === null ? null : refusal.key.toString('utf8'),
  value: refusal.value,
  headers: {
    'original-topic': refusal.topic,
    'original-partition': String(refusal.partition),
    'original-offset': refusal.offset,
    'error-class': refusal.errorName,
    'error-message': refusal.reason.slice(0, 1_000),
    attempts: String(refusal.attempts),
    'first-failed-at': refusal.firstAt.toISOString(),
    'last-failed-at': refusal.lastAt.toISOString(),
  },
});
