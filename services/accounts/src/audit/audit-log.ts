import { setImmediate as untilOthersCalled } from 'node:timers/promises';
import { isUnavailableError } from '@vidhi/messaging/failure.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { nextRecord, type AuditHead, type AuditRecord, type ReceivedFact } from './audit-record.ts';

/** Storage of the log. Each call is atomic by itself, but for `insert`, which is so for each record; no two calls are together. */
export interface AuditStore {
  head(): Promise<AuditHead>;
  /** Makes the last of these records the head. False when the head is not at the position before the first one any more. */
  advance(records: readonly AuditRecord[]): Promise<boolean>;
  /** Stores records; one that is stored already stays as it is. */
  insert(records: readonly AuditRecord[]): Promise<void>;
  /** Resolves with those of these ids of events whose records are stored. */
  known(eventIds: readonly string[]): Promise<string[]>;
}

/** Adds a fact to the log, once however often it is received. Rejects while the store cannot be written. */
export type RecordFact = (received: ReceivedFact) => Promise<void>;

const MAX_TRIES = 50;
/** Facts that are added together at most: the head holds the records of all of them, and a document 16 MB. */
export const MAX_FACTS = 25;

interface Waiting extends PromiseWithResolvers<void> {
  received: ReceivedFact;
}

/** Returns the records of facts, which follow the head one after the other. */
function chainOf(head: AuditHead, facts: readonly ReceivedFact[], at: Date): AuditRecord[] {
  const records: AuditRecord[] = [];
  for (const fact of facts) records.push(nextRecord(records.at(-1) ?? head, fact, at));
  return records;
}

/**
 * The head is one document that contains the newest records: one conditional write decides both positions and contents.
 * The records are copied to the log afterwards, and in any case before the next ones: a process that dies in between
 * leaves that to the next. `audit-log.test.ts` explores the orders of steps of several processes that die anywhere.
 * Facts that are received at the same time are added together.
 */
export function createRecordFact(store: AuditStore, now: () => Date = () => new Date()): RecordFact {
  const queue: Waiting[] = [];
  let isRunning = false;
  /** Hash of the head whose records this process has copied. */
  let copied = '';

  async function recordAll(received: readonly ReceivedFact[]): Promise<void> {
    const distinct = new Map(received.map((one) => [one.eventId, one]));
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const head = await store.head();
      if (head.records.length > 0 && head.hash !== copied) await store.insert(head.records);
      copied = head.hash;
      const stored = new Set(await store.known([...distinct.keys()]));
      const missing = [...distinct.values()].filter(({ eventId }) => !stored.has(eventId));
      const records = chainOf(head, missing, now());
      const last = records.at(-1);
      if (last === undefined) return;
      failPoint('accounts.audit-received');
      if (!(await store.advance(records))) continue;
      failPoint('accounts.audit-advanced');
      await store.insert(records);
      copied = last.hash;
      return;
    }
    throw new Error('the head of the audit log moved at every attempt');
  }

  async function recordBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      await recordAll(batch.map(({ received }) => received));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1 || isUnavailableError(error)) for (const { reject } of batch) reject(error);
      // One that cannot be stored keeps none of the others out.
      else for (const one of batch) await recordBatch([one]);
    }
  }

  async function drain(): Promise<void> {
    isRunning = true;
    await untilOthersCalled();
    while (queue.length > 0) await recordBatch(queue.splice(0, MAX_FACTS));
    isRunning = false;
  }

  return async (received) => {
    const waiting: Waiting = { received, ...Promise.withResolvers<void>() };
    queue.push(waiting);
    if (!isRunning) void drain();
    await waiting.promise;
  };
}
