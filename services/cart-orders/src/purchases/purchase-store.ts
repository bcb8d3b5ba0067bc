import type { Connection } from 'mongoose';
import { createOutboxIndexes } from '@vidhi/outbox/start-outbox.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import type { Purchase } from './purchase.ts';

export const PURCHASES_COLLECTION = 'purchases';

export interface PurchaseStore {
  /** False when it is there. */
  insert(purchase: Purchase): Promise<boolean>;
  has(id: string): Promise<boolean>;
  find(id: string): Promise<Purchase | null>;
  findByPayment(paymentId: string): Promise<Purchase | null>;
  /** Newest first. */
  listOf(userId: number): Promise<Purchase[]>;
  findUncleaned(limit: number): Promise<Purchase[]>;
  cleaned(id: string): Promise<void>;
  /** Which of these ids have no purchase. */
  findMissing(ids: readonly string[]): Promise<string[]>;
  /** In the order of their ids, from the one after this id. */
  listAfter(id: string, limit: number): Promise<Pick<Purchase, '_id' | 'checkoutId'>[]>;
  /** Ids of purchases with an event that nobody has acknowledged. */
  findUnacknowledged(): Promise<string[]>;
  noteErased(userId: number): Promise<void>;
  /** Removes the addresses of purchases before then, of guests and of erased accounts. */
  removeContactsBefore(before: Date): Promise<void>;
}

export async function createPurchaseIndexes(connection: Connection): Promise<void> {
  const purchases = connection.collection<Purchase>(PURCHASES_COLLECTION);
  await purchases.createIndex({ paymentId: 1 }, { unique: true });
  await purchases.createIndex({ userId: 1 });
  await purchases.createIndex({ cartCleanup: 1 });
  await createOutboxIndexes(connection, PURCHASES_COLLECTION);
}

export function mongoPurchaseStore(connection: Connection): PurchaseStore {
  const purchases = connection.collection<Purchase>(PURCHASES_COLLECTION);
  const erased = connection.collection<{ _id: number; at: Date }>('erased_accounts');
  return {
    async insert(purchase) {
      try {
        await purchases.insertOne(purchase);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    has: async (id) => (await purchases.findOne({ _id: id }, { projection: { _id: 1 } })) !== null,
    find: (id) => purchases.findOne({ _id: id }),
    findByPayment: (paymentId) => purchases.findOne({ paymentId }),
    listOf: (userId) => purchases.find({ userId }).sort({ createdAt: -1 }).toArray(),
    findUncleaned: (limit) => purchases.find({ cartCleanup: 'PENDING' }).limit(limit).toArray(),
    async cleaned(id) {
      await purchases.updateOne({ _id: id }, { $set: { cartCleanup: 'DONE' } });
    },
    async findMissing(ids) {
      const found = await purchases.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
      const present = new Set(found.map(({ _id }) => _id));
      return ids.filter((id) => !present.has(id));
    },
    listAfter: (id, limit) =>
      purchases
        .find({ _id: { $gt: id } }, { projection: { checkoutId: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    async findUnacknowledged() {
      const found = await purchases
        .find({ outboxCheckAt: { $exists: true }, 'outbox.acknowledgedAt': null }, { projection: { _id: 1 } })
        .toArray();
      return found.map(({ _id }) => _id);
    },
    async noteErased(userId) {
      await erased.updateOne({ _id: userId }, { $setOnInsert: { at: new Date() } }, { upsert: true });
    },
    async removeContactsBefore(before) {
      const userIds = (await erased.find({}).toArray()).map(({ _id }) => _id);
      await purchases.updateMany(
        {
          createdAt: { $lt: before },
          billing: { $ne: null },
          $or: [{ userId: null }, { userId: { $in: userIds } }],
        },
        { $set: { billing: null, shipping: null } },
      );
    },
  };
}
