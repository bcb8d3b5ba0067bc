import { randomUUID } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { nextId } from '@vidhi/service-kit/counters.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { MAX_QUANTITY, cartCollection } from '@vidhi/collections/cart-orders/cart.ts';
import {
  MAX_LINES,
  guestOwner,
  removedOwner,
  tooManyCopies,
  tooManyLines,
  userOwner,
  type CartLine,
  type CartOwner,
  type NewLine,
} from './cart-line.ts';
import { CART_LINES, type CartLineDocument } from './cart-collection.ts';
import type { CartStore } from './cart-store.ts';

type Filter = mongo.Filter<CartLineDocument>;

/** Attempts to write a line that other requests keep changing. */
const MAX_ATTEMPTS = 50;
/** Merged lines whose ids a line remembers. */
const MAX_MERGED_LINES = 50;
/** Time for which payments reuses an unpaid checkout of a cart. */
const OPEN_CHECKOUT_MS = 86_400_000;

const NOT_MERGING = { mergingInto: { $exists: false } };

const toLine = (document: CartLineDocument): CartLine => {
  const { _id: id, owner, userId, bookId, quantity, batchId, batches, createdAt, updatedAt } = document;
  const { lineId, rev, removedAt } = document;
  const line = { id, owner, userId, bookId, quantity, batchId, batches, createdAt, updatedAt, lineId, rev };
  return removedAt === undefined ? line : { ...line, removedAt };
};

/** Runs tasks of one key one after another. */
function createKeyedLock(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const running = (last.get(key) ?? Promise.resolve()).then(task);
    const settled = running
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === settled) last.delete(key);
      });
    last.set(key, settled);
    return running;
  };
}

export function mongoCartStore(connection: Connection): CartStore {
  // Not what keeps the lines unique: it saves the conflicts among requests that this process has at once.
  const withCartLock = createKeyedLock();
  const lines = modelOf(connection, CART_LINES);
  const ownedBy = (owners: readonly CartOwner[]): Filter => ({ owner: { $in: [...owners] }, ...NOT_MERGING });

  /** Inserts a line unless the cart has one of the book. */
  async function insert(
    { owner, userId, bookId, quantity, batchId }: NewLine,
    merged: Pick<CartLineDocument, 'mergedLines' | 'mergedBatches' | 'appliedPurchases'> = {},
  ): Promise<CartLineDocument | null> {
    const at = new Date();
    const document: CartLineDocument = {
      _id: await nextId(connection, cartCollection.name),
      owner,
      userId,
      bookId,
      quantity,
      batchId,
      batches: batchId === null ? [] : [batchId],
      createdAt: at,
      updatedAt: at,
      lineId: randomUUID(),
      rev: 1,
      ...merged,
    };
    try {
      await lines.insertOne(document);
      return document;
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  async function add(line: NewLine): Promise<CartLine> {
    const { owner, bookId, quantity, batchId } = line;
    const hasRoom = { quantity: { $lte: MAX_QUANTITY - quantity } };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const updated = await lines.findOneAndUpdate(
        {
          owner,
          bookId,
          ...hasRoom,
          ...NOT_MERGING,
          ...(batchId === null ? {} : { mergedBatches: { $ne: batchId } }),
        },
        {
          $inc: { quantity, rev: 1 },
          $set: { updatedAt: new Date(), ...(batchId === null ? {} : { batchId }) },
          ...(batchId === null ? {} : { $addToSet: { batches: batchId } }),
        },
        { returnDocument: 'after' },
      );
      if (updated !== null) return toLine(updated);
      const owned = await lines.find({ owner }).limit(MAX_LINES + 1);
      const existing = owned.find((one) => one.bookId === bookId) ?? null;
      if (existing === null) {
        if (owned.length >= MAX_LINES) throw tooManyLines();
        const inserted = await insert(line);
        if (inserted !== null) return toLine(inserted);
      } else if (batchId !== null && existing.mergedBatches?.includes(batchId) === true)
        return toLine(existing);
      else if (existing.quantity > MAX_QUANTITY - quantity) throw tooManyCopies();
    }
    throw unavailable(1);
  }

  /** Adds a guest's line to the account's line of its book, once. */
  async function addMerged(guest: CartLineDocument, userId: number): Promise<void> {
    const { bookId, lineId, batchId, appliedPurchases = [] } = guest;
    const owner = userOwner(userId);
    const batches = batchId === null ? [] : [batchId];
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const existing = await lines.findOne({ owner, bookId });
      if (existing === null) {
        const line = { owner, userId, bookId, quantity: guest.quantity, batchId };
        const inserted = await insert(line, {
          mergedLines: [lineId],
          mergedBatches: batches,
          appliedPurchases,
        });
        if (inserted !== null) return;
        continue;
      }
      if (existing.mergedLines?.includes(lineId) === true) return;
      const { matchedCount } = await lines.updateOne(
        { _id: existing._id, rev: existing.rev },
        {
          $set: {
            quantity: Math.min(MAX_QUANTITY, existing.quantity + guest.quantity),
            batchId: batchId ?? existing.batchId,
            updatedAt: new Date(),
          },
          $inc: { rev: 1 },
          $addToSet: {
            batches: { $each: batches },
            mergedBatches: { $each: batches },
            appliedPurchases: { $each: appliedPurchases },
          },
          $push: { mergedLines: { $each: [lineId], $slice: -MAX_MERGED_LINES } },
        },
      );
      if (matchedCount === 1) return;
    }
    throw unavailable(1);
  }

  /** Moves the guests' lines that are reserved for an account into its cart; nobody else changes them any more. */
  async function finishMerge(userId: number): Promise<void> {
    for (const guest of await lines.find({ mergingInto: userId }).sort({ _id: 1 })) {
      await addMerged(guest, userId);
      await lines.deleteOne({ _id: guest._id, lineId: guest.lineId, mergingInto: userId });
    }
  }

  async function restoreOne(lineId: string, rev: number, removedBefore: Date): Promise<void> {
    const removedAt = { $lte: removedBefore };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const removed = await lines.findOne({ lineId, rev, removedAt, removedFrom: { $exists: true } });
      if (removed?.removedFrom === undefined) return;
      const { _id, removedFrom } = removed;
      if ((await lines.countDocuments({ owner: removedFrom })) >= MAX_LINES) return;
      try {
        const { matchedCount } = await lines.updateOne(
          { _id, rev, removedAt, removedFrom },
          { $set: { owner: removedFrom }, $unset: { removedFrom: '', removedAt: '' } },
        );
        if (matchedCount === 1) return;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // The book was added again: that line is what its owner wants.
        await lines.deleteOne({ _id, rev, removedAt, removedFrom });
        return;
      }
    }
    throw unavailable(1);
  }

  return {
    add: (line) => withCartLock(line.owner, () => add(line)),
    async list(owners) {
      const found = await lines.find(ownedBy(owners)).sort({ _id: 1 });
      return found.map(toLine);
    },
    async find(id, owners) {
      const found = await lines.findOne({ _id: id, ...ownedBy(owners) });
      return found === null ? null : toLine(found);
    },
    async setQuantity(id, owners, quantity) {
      const updated = await lines.findOneAndUpdate(
        { _id: id, ...ownedBy(owners) },
        { $set: { quantity, updatedAt: new Date() }, $inc: { rev: 1 } },
        { returnDocument: 'after' },
      );
      return updated === null ? null : toLine(updated);
    },
    async checkedOut(lineIds) {
      await lines.updateMany({ lineId: { $in: [...lineIds] } }, { $set: { checkedOutAt: new Date() } });
    },
    async remove(id, owners) {
      const own = { _id: id, ...ownedBy(owners) };
      const isOpen = { $gt: new Date(Date.now() - OPEN_CHECKOUT_MS) };
      const { deletedCount } = await lines.deleteOne({ ...own, checkedOutAt: { $not: isOpen } });
      if (deletedCount === 1) return true;
      const line = await lines.findOne(own);
      if (line === null) return false;
      const { matchedCount } = await lines.updateOne(
        { ...own, owner: line.owner },
        { $set: { owner: removedOwner(id), removedFrom: line.owner, removedAt: new Date() } },
      );
      return matchedCount === 1;
    },
    async merge(batchId, userId) {
      if (batchId !== null) {
        const owner = guestOwner(batchId);
        // Reserved for one account by one write each: from here on no guest changes the quantity.
        await lines.updateMany({ owner, ...NOT_MERGING }, { $set: { mergingInto: userId } });
        // Its removed lines are restored to the account's cart, which may have their books again by then.
        await lines.updateMany({ removedFrom: owner }, { $set: { removedFrom: userOwner(userId), userId } });
      }
      await finishMerge(userId);
    },
    async restore(restored, removedBefore) {
      for (const { lineId, lineRev } of restored) await restoreOne(lineId, lineRev, removedBefore);
    },
    async takePurchased(purchaseId, bought) {
      for (const { lineId, quantity } of bought) {
        // A guest's line that was merged since is part of the account's line.
        const line = {
          $or: [{ lineId, ...NOT_MERGING }, { mergedLines: lineId }],
          appliedPurchases: { $ne: purchaseId },
        };
        /** Finds the guest's line of a half merged one first: that of the account may have its copies already. */
        const findLine = async () => {
          const found = await lines.find(
            { ...line, $or: [{ lineId }, { mergedLines: lineId }] },
            { quantity: 1, mergingInto: 1 },
          );
          return found.find(({ mergingInto }) => mergingInto !== undefined) ?? found[0] ?? null;
        };
        // The write matches nothing when the line changed in between: then once more.
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
          // Twice: a merge between the parts of the first query can hide the line from it.
          const found = (await findLine()) ?? (await findLine());
          if (found === null) break;
          if (found.mergingInto !== undefined) {
            // Half merged, its copies may be in both lines.
            await finishMerge(found.mergingInto);
            continue;
          }
          const isReduced = found.quantity > quantity;
          const matched = isReduced
            ? (
                await lines.updateOne(
                  { ...line, quantity: { $gt: quantity } },
                  {
                    $inc: { quantity: -quantity, rev: 1 },
                    $set: { updatedAt: new Date() },
                    $push: { appliedPurchases: { $each: [purchaseId], $slice: -MAX_MERGED_LINES } },
                  },
                )
              ).matchedCount
            : (await lines.deleteOne({ ...line, quantity: { $lte: quantity } })).deletedCount;
          if (matched === 1) break;
        }
      }
    },
    async listStored(userId) {
      const owner = userOwner(userId);
      const found = await lines
        .find({ $or: [{ owner, ...NOT_MERGING }, { removedFrom: owner }] })
        .sort({ _id: 1 });
      return found.map(toLine);
    },
    async deleteRemovedBefore(before) {
      await lines.deleteMany({ removedAt: { $lt: before } });
    },
    async removeOf(userId) {
      await lines.deleteMany({ userId });
      await lines.deleteMany({ mergingInto: userId });
    },
    async removeGuestLinesBefore(before) {
      await lines.deleteMany({ userId: null, updatedAt: { $lt: before } });
    },
  };
}
