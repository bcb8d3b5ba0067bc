import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { nextRecord, type AuditHead, type AuditRecord, type ReceivedFact } from './audit-record.ts';

/** Storage of the log. Each call is atomic by itself, and no two are together. */
export interface AuditStore {
  head(): Promise<AuditHead>;
  /** Makes this record the head. False when the head is not at the position before it any more. */
  advance(record: AuditRecord): Promise<boolean>;
  /** Stores a record; one that is stored already stays as it is. */
  insert(record: AuditRecord): Promise<void>;
  has(eventId: string): Promise<boolean>;
}

/** Adds a fact to the log, once however often it is received. Rejects while the store cannot be written. */
export type RecordFact = (received: ReceivedFact) => Promise<void>;

const MAX_TRIES = 50;

/**
 * The head is one document that contains the newest record: one conditional write decides both position and content.
 * The record is copied to the log afterwards, and in any case before the next one: a process that dies in between
 * leaves that to the next. `audit-log.test.ts` explores the orders of steps of several processes that die anywhere.
 */
export function createRecordFact(store: AuditStore, now: () => Date = () => new Date()): RecordFact {
  return async (received) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const head = await store.head();
      if (head.record !== null) await store.insert(head.record);
      if (await store.has(received.eventId)) return;
      const record = nextRecord(head, received, now());
      failPoint('accounts.audit-received');
      if (!(await store.advance(record))) continue;
      failPoint('accounts.audit-advanced');
      await store.insert(record);
      return;
    }
    throw new Error('the head of the audit log moved at every attempt');
  };
}
