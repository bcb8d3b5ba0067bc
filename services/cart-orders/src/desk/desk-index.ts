import type { Connection, mongo } from 'mongoose';
import type { Purchase } from '../purchases/purchase.ts';
import { PURCHASES_COLLECTION } from '../purchases/purchase-store.ts';
import { deskFieldsOf } from './desk-fields.ts';

/** The fields of purchases by which the desk finds them. */
export interface DeskIndex {
  /** Computes the fields of a purchase that has changed; nothing for others. */
  refresh(purchaseId: string): Promise<void>;
  /** Does the same for purchases that a crash left, and for those of older releases. Resolves when none is left. */
  sweep(): Promise<void>;
}

const BATCH = 200;
const MAX_ATTEMPTS = 20;

export async function createDeskIndexes(connection: Connection): Promise<void> {
  const purchases = connection.collection<Purchase>(PURCHASES_COLLECTION);
  await purchases.createIndex({ createdAt: -1 });
  await purchases.createIndex({ totalPaise: -1, createdAt: -1 });
  for (const field of ['keys', 'fulfilment', 'isOpen', 'refund', 'hasProblem', 'hasRequest', 'city'])
    await purchases.createIndex({ [`desk.${field}`]: 1, createdAt: -1 });
  for (const field of ['lines.bookId', 'userId', 'tags'])
    await purchases.createIndex({ [field]: 1, createdAt: -1 });
  await purchases.createIndex({ deskDue: 1 }, { sparse: true });
}

/**
 * Each write of what the fields follow from makes them due (`DESK_CHANGED`), so that a crash before the refresh is found by
 * the sweep. A refresh stores nothing over a change that it has not read.
 */
export function mongoDeskIndex(connection: Connection, isbnOf: (bookId: number) => string | null): DeskIndex {
  const purchases = connection.collection<Purchase>(PURCHASES_COLLECTION);

  async function store(purchase: Purchase): Promise<boolean> {
    const { _id, deskSeq } = purchase;
    const { matchedCount } = await purchases.updateOne(
      { _id, deskSeq: deskSeq ?? { $exists: false } } as mongo.Filter<Purchase>,
      { $set: { desk: deskFieldsOf(purchase, isbnOf) }, $unset: { deskDue: '' } },
    );
    return matchedCount === 1;
  }

  async function refresh(purchaseId: string): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const purchase = await purchases.findOne({ _id: purchaseId });
      const isDue = purchase !== null && (purchase.deskDue === true || purchase.desk === undefined);
      if (!isDue || (await store(purchase))) return;
    }
    // Others change it all the time, and each of them refreshes it.
  }

  return {
    refresh,
    async sweep() {
      for (const filter of [{ deskDue: true as const }, { 'desk.fulfilment': null }])
        for (;;) {
          const found = await purchases
            .find(filter as mongo.Filter<Purchase>, { projection: { _id: 1 } })
            .limit(BATCH)
            .toArray();
          for (const { _id } of found) await refresh(_id);
          if (found.length < BATCH) break;
        }
    },
  };
}
