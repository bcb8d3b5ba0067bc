import type { Connection } from 'mongoose';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { nextId, reserveIds } from '@vidhi/service-kit/counters.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { MAX_QUANTITY, cartCollection } from '@vidhi/collections/cart-orders/cart.ts';
import type { CartOwner } from './cart-line.ts';
import { CART_LINES, IMPORTED_CART_LINES } from './cart-collection.ts';

/** A line of an archive, under its id there. */
export interface ArchivedLine {
  id: number;
  owner: CartOwner;
  userId: number | null;
  bookId: number;
  quantity: number;
  batchId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface CartImporter {
  /**
   * Stores an archived line, once: a line that was changed or removed since stays so. Copies of a book that the cart has
   * already add up to the limit.
   */
  import(line: ArchivedLine): Promise<'imported' | 'unchanged'>;
  /** Whether the line of this id was imported, even if it was removed since. */
  isImported(id: number): Promise<boolean>;
  removeImported(): Promise<void>;
  countImported(): Promise<number>;
}

const MAX_ATTEMPTS = 50;
const PREFIX = 'import:';
/** Greater than every text with the prefix. */
const AFTER_PREFIX = 'import;';

export function mongoCartImporter(connection: Connection): CartImporter {
  const lines = modelOf(connection, CART_LINES);
  const imported = modelOf(connection, IMPORTED_CART_LINES);

  async function insert(line: ArchivedLine, lineId: string): Promise<boolean> {
    const { id, batchId, ...rest } = line;
    // Visitors may have used the id since the site was started.
    const isTaken = (await lines.findOne({ _id: id })) !== null;
    const _id = isTaken ? await nextId(connection, cartCollection.name) : id;
    const batches = batchId === null ? [] : [batchId];
    try {
      await lines.insertOne({ ...rest, _id, batchId, batches, lineId, rev: 1 });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async function store(line: ArchivedLine): Promise<void> {
    const lineId = `${PREFIX}${line.id}`;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      if ((await lines.findOne({ $or: [{ lineId }, { mergedLines: lineId }] })) !== null) return;
      const existing = await lines.findOne({ owner: line.owner, bookId: line.bookId });
      if (existing === null) {
        if (await insert(line, lineId)) return;
        continue;
      }
      const { matchedCount } = await lines.updateOne(
        { _id: existing._id, rev: existing.rev },
        {
          $set: { quantity: Math.min(MAX_QUANTITY, existing.quantity + line.quantity) },
          $inc: { rev: 1 },
          $addToSet: { batches: { $each: line.batchId === null ? [] : [line.batchId] } },
          $push: { mergedLines: lineId },
        },
      );
      if (matchedCount === 1) return;
    }
    throw unavailable(1);
  }

  const isImported = async (id: number): Promise<boolean> => (await imported.findOne({ _id: id })) !== null;

  return {
    isImported,
    async import(line) {
      if (await isImported(line.id)) return 'unchanged';
      await reserveIds(connection, cartCollection.name, line.id);
      await store(line);
      await imported.updateOne({ _id: line.id }, { $setOnInsert: { _id: line.id } }, { upsert: true });
      return 'imported';
    },
    async removeImported() {
      await lines.deleteMany({ lineId: { $gte: PREFIX, $lt: AFTER_PREFIX } });
      await imported.deleteMany({});
    },
    countImported: () => imported.countDocuments({}).exec(),
  };
}
