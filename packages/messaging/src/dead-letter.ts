import { createHash } from 'node:crypto';
import { deadLetterTopic, retryTopic } from '@vidhi/contracts/topics.ts';
import type { OutgoingRecord } from './producer.ts';

/** Headers of a record, those with one value. */
export type RecordHeaders = Readonly<Record<string, string>>;

/** A dead letter that its group handles again. */
export interface Replay {
  /** Id of the dead letter. */
  letterId: string;
  /** 1 for the first replay. */
  number: number;
}

/** The first place of a record, and the group that could not apply it. */
export interface LetterOrigin {
  topic: string;
  /** The group whose consumer cannot apply it; others may have. */
  groupId: string;
  partition: number;
  offset: string;
}

/** A record that cannot be applied, its origin and the reason. */
export interface FailedRecord extends LetterOrigin {
  key: Buffer | null;
  value: Buffer | null;
  reason: string;
  errorName: string;
  attempts: number;
  firstAt: Date;
  lastAt: Date;
  replay?: Replay | undefined;
}

/** A record of a dead-letter topic: a failure, or the end of a replay. */
export type LetterRecord =
  | {
      kind: 'failed';
      letterId: string;
      /** Number of the replay that failed; 0 for the first failure. */
      replay: number;
      origin: LetterOrigin;
      key: string | null;
      value: Buffer | null;
      errorName: string;
      reason: string;
      attempts: number;
      firstAt: Date;
      lastAt: Date;
    }
  | { kind: 'applied'; letterId: string; replay: number };

const replayHeaders = ({ letterId, number }: Replay) => ({ 'dead-letter': letterId, replay: String(number) });

const originHeaders = ({ topic, partition, offset, groupId }: LetterOrigin) => ({
  'original-topic': topic,
  'original-partition': String(partition),
  'original-offset': offset,
  'consumer-group': groupId,
});

/** Returns the record for the dead-letter topic: key and value unchanged, origin and failure in the headers. */
export const toDeadLetter = (failed: FailedRecord): OutgoingRecord => ({
  topic: deadLetterTopic(failed.topic),
  key: failed.key === null ? null : failed.key.toString('utf8'),
  value: failed.value,
  headers: {
    ...originHeaders(failed),
    'error-class': failed.errorName,
    'error-message': failed.reason.slice(0, 1_000),
    attempts: String(failed.attempts),
    'first-failed-at': failed.firstAt.toISOString(),
    'last-failed-at': failed.lastAt.toISOString(),
    ...(failed.replay === undefined ? {} : replayHeaders(failed.replay)),
  },
});

/** Returns the record for the dead-letter topic that says that a replay was applied. */
export const toAppliedReplay = (topic: string, replay: Replay): OutgoingRecord => ({
  topic: deadLetterTopic(topic),
  key: replay.letterId,
  value: null,
  headers: { ...replayHeaders(replay), outcome: 'applied' },
});

/** Returns the record that has one group handle a dead letter again. */
export const toRetryRecord = (
  origin: LetterOrigin,
  replay: Replay,
  { key, value }: { key: string | null; value: Buffer | null },
): OutgoingRecord => ({
  topic: retryTopic(origin.groupId),
  key,
  value,
  headers: { ...originHeaders(origin), ...replayHeaders(replay) },
});

const WHOLE = /^\d{1,19}$/;

function originOf(headers: RecordHeaders): LetterOrigin | null {
  const { 'original-topic': topic, 'consumer-group': groupId } = headers;
  const { 'original-partition': partition = '', 'original-offset': offset = '' } = headers;
  if (topic === undefined || groupId === undefined) return null;
  return WHOLE.test(partition) && WHOLE.test(offset)
    ? { topic, groupId, partition: Number(partition), offset }
    : null;
}

function replayOf({ 'dead-letter': letterId, replay = '' }: RecordHeaders): Replay | undefined {
  return letterId !== undefined && WHOLE.test(replay) ? { letterId, number: Number(replay) } : undefined;
}

/** Reads the headers of a record of a retry topic; null where they are not those of `toRetryRecord`. */
export function parseRetryRecord(headers: RecordHeaders): { origin: LetterOrigin; replay: Replay } | null {
  const origin = originOf(headers);
  const replay = replayOf(headers);
  return origin === null || replay === undefined ? null : { origin, replay };
}

/**
 * Id of a dead letter. The same for each repetition of its record, and another one for a record that has the same place in
 * a topic that was created anew.
 */
const letterIdOf = ({ groupId, topic, partition, offset }: LetterOrigin, value: Buffer | null): string =>
  createHash('sha256')
    .update(JSON.stringify([groupId, topic, partition, offset]))
    .update(value ?? '')
    .digest('hex')
    .slice(0, 32);

const timeOf = (text: string | undefined): Date => {
  const at = new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
};

/** Reads a record of a dead-letter topic; null where its headers are not those of this package. */
export function parseLetterRecord(
  key: Buffer | null,
  value: Buffer | null,
  headers: RecordHeaders,
): LetterRecord | null {
  const replay = replayOf(headers);
  if (headers['outcome'] === 'applied')
    return replay === undefined
      ? null
      : { kind: 'applied', letterId: replay.letterId, replay: replay.number };
  const origin = originOf(headers);
  if (origin === null) return null;
  return {
    kind: 'failed',
    letterId: replay?.letterId ?? letterIdOf(origin, value),
    replay: replay?.number ?? 0,
    origin,
    key: key === null ? null : key.toString('utf8'),
    value,
    errorName: headers['error-class'] ?? 'Error',
    reason: headers['error-message'] ?? '',
    attempts: Number(headers['attempts'] ?? 1),
    firstAt: timeOf(headers['first-failed-at']),
    lastAt: timeOf(headers['last-failed-at']),
  };
}
