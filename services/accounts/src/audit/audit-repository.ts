import { resourceOf } from '@vidhi/contracts/audit.ts';
import type { AuditStore } from './audit-log.ts';
import { EMPTY_HEAD, type AuditHead, type AuditRecord } from './audit-record.ts';

export interface AuditFilter {
  actorId?: number;
  action?: string;
  service?: string;
  type?: string;
  /** Together with `type`. */
  id?: string;
  /** Times of the writes: from this one, until before that one. */
  from?: Date;
  until?: Date;
}

/** The stored log. Nothing changes a record; only `removeBefore` removes some, the oldest. */
export interface AuditRepository extends AuditStore {
  count(filter: AuditFilter): Promise<number>;
  /** Records from the newest on. */
  list(filter: AuditFilter, page: { skip: number; limit: number }): Promise<AuditRecord[]>;
  /** Records in the order of their positions, beginning after this one. */
  after(filter: AuditFilter, seq: number, limit: number): Promise<AuditRecord[]>;
  /** Removes records that were received before this time, except the newest. */
  removeBefore(time: Date): Promise<void>;
}

const matches = (record: AuditRecord, filter: AuditFilter): boolean =>
  (filter.actorId === undefined || record.actor.id === filter.actorId) &&
  (filter.action === undefined || record.action === filter.action) &&
  (filter.service === undefined || record.service === filter.service) &&
  (filter.type === undefined || record.type === filter.type) &&
  (filter.id === undefined || resourceOf(record) === `${filter.type}:${filter.id}`) &&
  (filter.from === undefined || record.at >= filter.from.toISOString()) &&
  (filter.until === undefined || record.at < filter.until.toISOString());

/** Creates an in-memory implementation for tests. */
export function inMemoryAudit(): AuditRepository {
  let head: AuditHead = EMPTY_HEAD;
  const records = new Map<string, AuditRecord>();
  const inOrder = () => [...records.values()].toSorted((a, b) => a.seq - b.seq);
  return {
    head: async () => head,
    async advance(next) {
      const last = next.at(-1);
      if (last === undefined || head.seq !== last.seq - next.length) return false;
      head = { seq: last.seq, hash: last.hash, records: next };
      return true;
    },
    async insert(next) {
      for (const record of next) if (!records.has(record.eventId)) records.set(record.eventId, record);
    },
    known: async (eventIds) => eventIds.filter((id) => records.has(id)),
    count: async (filter) => inOrder().filter((record) => matches(record, filter)).length,
    list: async (filter, { skip, limit }) =>
      inOrder()
        .toReversed()
        .filter((record) => matches(record, filter))
        .slice(skip, skip + limit),
    after: async (filter, seq, limit) =>
      inOrder()
        .filter((record) => record.seq > seq && matches(record, filter))
        .slice(0, limit),
    async removeBefore(time) {
      for (const { eventId, receivedAt, seq } of inOrder())
        if (receivedAt < time.toISOString() && seq < head.seq) records.delete(eventId);
    },
  };
}
