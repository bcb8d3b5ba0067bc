import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import type { Leased, OutboxEntry, OutboxPort } from './outbox.ts';

/** What a document needs to carry its facts; `rev` grows with every write that adds one. */
export interface OutboxDocument {
  _id: number;
  rev: number;
  outbox?: OutboxEntry[];
  /** Present while `outbox` is not empty: when the oldest entry may go out. */
  outboxDue?: Date;
  leasedAt?: Date;
  leaseOwner?: string;
}

export interface MongoClaim extends Leased {
  id: number;
}

const LEASE_MS = 10_000;
const EPOCH = new Date(0);

/** Fields that a write sets beside its own: the fact, and that there is one. */
export const outboxPush = (entries: readonly OutboxEntry[], now: Date) => ({
  $push: { outbox: { $each: [...entries] } },
  $set: { outboxDue: now },
});

/**
 * The outboxes embedded in one collection. Hints claim by `_id`; the sweep filters by `outboxDue`,
 * which a sparse index speeds up where there is one.
 */
export function mongoOutbox(collection: mongo.Collection<OutboxDocument>): OutboxPort<MongoClaim> {
  const owner = randomUUID();
  const dueAndFree = {
    $and: [
      { $lte: ['$outboxDue', '$$NOW'] },
      { $lte: [{ $ifNull: ['$leasedAt', EPOCH] }, { $subtract: ['$$NOW', LEASE_MS] }] },
    ],
  };
  const endLease = { leasedAt: '', leaseOwner: '' } as const;

  async function claimOne(id: number): Promise<MongoClaim | null> {
    const found = await collection.findOneAndUpdate(
      { _id: id, outboxDue: { $exists: true }, $expr: dueAndFree },
      { $currentDate: { leasedAt: true }, $set: { leaseOwner: owner } },
      { projection: { rev: 1, outbox: 1 }, returnDocument: 'after' },
    );
    if (found === null) return null;
    return { id, rev: found.rev, entries: found.outbox ?? [] };
  }

  return {
    async claim(ids) {
      const claims = await Promise.all(ids.map(claimOne));
      return claims.filter((claim) => claim !== null);
    },
    async findDue(limit) {
      const due = await collection
        .find({ outboxDue: { $exists: true } }, { projection: { outboxDue: 1 } })
        .sort({ outboxDue: 1 })
        .limit(limit)
        .toArray();
      return due.map(({ _id }) => _id);
    },
    async clear(published) {
      if (published.length === 0) return;
      const { modifiedCount } = await collection.bulkWrite(
        published.map(({ id, rev }) => ({
          updateOne: {
            filter: { _id: id, rev },
            update: { $set: { outbox: [] }, $unset: { outboxDue: '', ...endLease } },
          },
        })),
        { ordered: false },
      );
      if (modifiedCount === published.length) return;
      // Written again meanwhile: only what went out is removed, and the rest is due at once.
      await collection.bulkWrite(
        published.map(({ id, rev, entries }) => ({
          updateOne: {
            filter: { _id: id, rev: { $gt: rev } },
            update: {
              $pull: { outbox: { id: { $in: entries.map((entry) => entry.id) } } },
              $unset: endLease,
            },
          },
        })),
        { ordered: false },
      );
    },
    async postpone({ id }, delayMs) {
      await collection.updateOne(
        { _id: id, outboxDue: { $exists: true } },
        { $set: { outboxDue: new Date(Date.now() + delayMs) }, $unset: endLease },
      );
    },
    async oldest() {
      const [found] = await collection
        .find({ outboxDue: { $exists: true } }, { projection: { 'outbox.occurredAt': 1 } })
        .sort({ outboxDue: 1 })
        .limit(1)
        .toArray();
      const occurredAt = found?.outbox?.[0]?.occurredAt;
      return occurredAt === undefined ? null : new Date(occurredAt);
    },
  };
}
