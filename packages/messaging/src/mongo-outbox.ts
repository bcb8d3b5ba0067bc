import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import type { Leased, OutboxEntry, OutboxPort } from './outbox.ts';

/** Fields of a document that embeds an outbox. Every write that adds an event increments `rev`. */
export interface OutboxDocument {
  _id: number;
  rev: number;
  outbox?: OutboxEntry[];
  /** Present while `outbox` is not empty: the time from which a relay may publish it. */
  outboxDue?: Date;
  leasedAt?: Date;
  leaseOwner?: string;
}

export interface MongoClaim extends Leased {
  id: number;
}

const LEASE_MS = 10_000;
const EPOCH = new Date(0);

/** Update operators that append events to a document's outbox; merge them into the write, with `$inc: { rev: 1 }`. */
export const outboxPush = (entries: readonly OutboxEntry[], now: Date) => ({
  $push: { outbox: { $each: [...entries] } },
  $set: { outboxDue: now },
});

/**
 * Creates the port to the outboxes embedded in the documents of one collection. `findDue` and `oldest` filter by
 * `outboxDue`: give a large collection a sparse index on it.
 */
export function mongoOutbox(collection: mongo.Collection<OutboxDocument>): OutboxPort<MongoClaim> {
  const owner = randomUUID();
  const isDueAndUnleased = {
    $and: [
      { $lte: ['$outboxDue', '$$NOW'] },
      { $lte: [{ $ifNull: ['$leasedAt', EPOCH] }, { $subtract: ['$$NOW', LEASE_MS] }] },
    ],
  };
  const endLease = { leasedAt: '', leaseOwner: '' } as const;

  async function claimOne(id: number): Promise<MongoClaim | null> {
    const found = await collection.findOneAndUpdate(
      { _id: id, outboxDue: { $exists: true }, $expr: isDueAndUnleased },
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
      // A document was written again meanwhile: remove only the published entries; the others stay due.
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
