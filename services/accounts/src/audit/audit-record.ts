import { createHash } from 'node:crypto';
import type { AuditFact } from '@vidhi/contracts/audit.ts';

/** An entry of the log. Each names the hash of the one before, so that none can be changed or removed unseen. */
export interface AuditRecord extends AuditFact {
  /** Id of the event, the same for every repetition of it. */
  eventId: string;
  /** Position in the log, from 1 without gaps. */
  seq: number;
  previous: string;
  hash: string;
  receivedAt: string;
  traceparent?: string;
}

export interface ReceivedFact {
  eventId: string;
  fact: AuditFact;
  traceparent?: string | undefined;
}

/** Last position of the log. */
export interface AuditHead {
  seq: number;
  hash: string;
  /** The records up to this position that were decided together, and are stored in the log next; none before the first one. */
  records: readonly AuditRecord[];
}

export const EMPTY_HEAD: AuditHead = { seq: 0, hash: '', records: [] };

/** Returns a text that has the same characters for the same contents, whatever the order of attributes. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const parts = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`);
  return `{${parts.join(',')}}`;
}

/** Returns the hash of a record with everything before it. */
export const hashOf = ({ hash: _hash, ...record }: Omit<AuditRecord, 'hash'> & { hash?: string }): string =>
  createHash('sha256').update(canonical(record)).digest('hex');

/** Returns the record that follows the head, or another record. */
export function nextRecord(
  head: Pick<AuditHead, 'seq' | 'hash'>,
  received: ReceivedFact,
  at: Date,
): AuditRecord {
  const { eventId, fact, traceparent } = received;
  const record = {
    ...fact,
    eventId,
    seq: head.seq + 1,
    previous: head.hash,
    receivedAt: at.toISOString(),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
  return { ...record, hash: hashOf(record) };
}

/** The first record that does not follow from the one before; null for a log as it was written. */
export interface AuditBreak {
  seq: number;
  reason: 'changed' | 'missing';
}

/** Checks records in their order; the first one is taken as the beginning, as retention removes those before it. */
export function createChainCheck(): { add: (record: AuditRecord) => AuditBreak | null } {
  let last: AuditRecord | null = null;
  return {
    add(record) {
      const before = last;
      last = record;
      if (hashOf(record) !== record.hash) return { seq: record.seq, reason: 'changed' };
      if (before !== null && record.seq !== before.seq + 1) return { seq: before.seq + 1, reason: 'missing' };
      if (before !== null && record.previous !== before.hash) return { seq: before.seq, reason: 'changed' };
      return null;
    },
  };
}
