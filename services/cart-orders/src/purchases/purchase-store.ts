import type { Connection, mongo } from 'mongoose';
import { createOutboxIndexes } from '@vidhi/outbox/start-outbox.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import type { Purchase } from './purchase.ts';

export const PURCHASES_COLLECTION = 'purchases';

/** YYYY-MM-DD, or null to remove one; absent ones stay. */
export type OrderDates = Partial<Record<'shipping_date' | 'delivered_date', string | null>>;

export interface PurchaseStore {
  /** Resolves with false when the purchase exists. */
  insert(purchase: Purchase): Promise<boolean>;
  has(id: string): Promise<boolean>;
  find(id: string): Promise<Purchase | null>;
  findByPayment(paymentId: string): Promise<Purchase | null>;
  /** Newest first. */
  listOf(userId: number): Promise<Purchase[]>;
  /** The purchase with the line that has this id on the wire. */
  findByOrder(orderId: number): Promise<Purchase | null>;
  /** Sets the dates of a line of a purchase that is not cancelled. False when there is none. */
  setDates(orderId: number, dates: OrderDates): Promise<boolean>;
  /** Cancels a purchase of which nothing was shipped; false for others. */
  cancel(id: string, at: Date): Promise<boolean>;
  /** Finds purchases whose documents are due, except those that failed and are tried again later. */
  findWithDocumentsDue(limit: number): Promise<Purchase[]>;
  documentsMade(id: string, status: Purchase['status']): Promise<void>;
  findUncleaned(limit: number): Promise<Purchase[]>;
  /** Postpones work that failed, so that it does not block the others. */
  postpone(id: string, what: 'documentsRetryAt' | 'cleanupRetryAt', until: Date): Promise<void>;
  cleaned(id: string): Promise<void>;
  /** Resolves with those of these ids that have no purchase. */
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
  await purchases.createIndex({ 'lines.id': 1 });
  await purchases.createIndex({ documentsDue: 1 }, { sparse: true });
  await createOutboxIndexes(connection, PURCHASES_COLLECTION);
}

export function mongoPurchaseStore(connection: Connection): PurchaseStore {
  const purchases = connection.collection<Purchase>(PURCHASES_COLLECTION);
  const erased = connection.collection<{ _id: number; at: Date }>('erased_accounts');
  const notPostponed = (what: 'documentsRetryAt' | 'cleanupRetryAt'): mongo.Filter<Purchase> => ({
    $or: [{ [what]: { $exists: false } }, { [what]: { $lte: new Date() } }],
  });
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
    findByOrder: (orderId) => purchases.findOne({ 'lines.id': orderId }),
    async setDates(orderId, dates) {
      const fields = Object.entries(dates).map(([name, date]) => [`lines.$[line].${name}`, date]);
      const { matchedCount } = await purchases.updateOne(
        { 'lines.id': orderId, status: 'CONFIRMED' },
        { $set: Object.fromEntries(fields) },
        { arrayFilters: [{ 'line.id': orderId }] },
      );
      return matchedCount === 1;
    },
    async cancel(id, at) {
      const { matchedCount } = await purchases.updateOne(
        {
          _id: id,
          status: 'CONFIRMED',
          lines: { $not: { $elemMatch: { shipping_date: { $ne: null } } } },
        },
        { $set: { status: 'CANCELLED', cancelledFor: 'staff', cancelledAt: at, documentsDue: true } },
      );
      return matchedCount === 1;
    },
    findWithDocumentsDue: (limit) =>
      purchases
        .find({ documentsDue: true, ...notPostponed('documentsRetryAt') })
        .limit(limit)
        .toArray(),
    async documentsMade(id, status) {
      await purchases.updateOne({ _id: id, status }, { $unset: { documentsDue: '', documentsRetryAt: '' } });
    },
    findUncleaned: (limit) =>
      purchases
        .find({ cartCleanup: 'PENDING', ...notPostponed('cleanupRetryAt') })
        .limit(limit)
        .toArray(),
    async postpone(id, what, until) {
      await purchases.updateOne({ _id: id }, { $set: { [what]: until } });
    },
    async cleaned(id) {
      await purchases.updateOne(
        { _id: id },
        { $set: { cartCleanup: 'DONE' }, $unset: { cleanupRetryAt: '' } },
      );
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
