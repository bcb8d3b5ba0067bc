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
  };
}
