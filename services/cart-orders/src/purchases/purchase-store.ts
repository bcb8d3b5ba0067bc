import type { Connection, mongo } from 'mongoose';
import type { Addresses } from '@vidhi/contracts/read-addresses.ts';
import { withEntries } from '@vidhi/outbox/outbox-document.ts';
import type { StoredEntry } from '@vidhi/outbox/entry.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { movesOfCancellation, movesOfShipping, withCopyMoves, type MoveOrigin } from './copy-moves.ts';
import {
  COMPARED,
  DESK_CHANGED,
  emailKey,
  newOrderNumber,
  type ComparedPurchase,
  type Purchase,
} from './purchase.ts';
import { ERASED_ACCOUNTS, PURCHASES } from './purchase-collection.ts';

/** YYYY-MM-DD, or null to remove one; absent ones stay. */
export type OrderDates = Partial<Record<'shipping_date' | 'delivered_date', string | null>>;

/** A number of 10 characters is hardly ever taken. */
const MAX_NUMBER_ATTEMPTS = 10;
const NUMBERED_AT_ONCE = 500;
/** Attempts of a write that others come before. */
const MAX_ATTEMPTS = 50;

/** Matches purchases of which no line has a date of shipping. */
const NOTHING_SHIPPED = { lines: { $not: { $elemMatch: { shipping_date: { $ne: null } } } } };

/**
 * Matches purchases of which nothing was paid back another way: a cancellation refunds everything that the provider has left, and
 * would return that a second time.
 */
const NOTHING_SETTLED = { refunds: { $not: { $elemMatch: { settled: { $exists: true } } } } };

/** Fields of a line that say when each date was noted, and by whom. */
const NOTED = {
  shipping_date: ['shippedAt', 'shippedBy'],
  delivered_date: ['deliveredAt', 'deliveredBy'],
} as const;

/** Returns what stores these dates of a line; those that change are noted anew. */
function datesSet({ lines }: Purchase, lineId: number, dates: OrderDates, { at, by }: MoveOrigin): object {
  const line = lines.find(({ id }) => id === lineId);
  const set: Record<string, unknown> = {};
  for (const name of ['shipping_date', 'delivered_date'] as const) {
    const date = dates[name];
    if (date === undefined) continue;
    set[`lines.$[line].${name}`] = date;
    if (date === line?.[name]) continue;
    const [notedAt, notedBy] = NOTED[name];
    set[`lines.$[line].${notedAt}`] = date === null ? null : at;
    set[`lines.$[line].${notedBy}`] = date === null ? null : by;
  }
  return set;
}

export interface PurchaseStore {
  /** Resolves with false when the purchase exists. An order number that another purchase has is replaced. */
  insert(purchase: Purchase): Promise<boolean>;
  has(id: string): Promise<boolean>;
  find(id: string): Promise<Purchase | null>;
  findByPayment(paymentId: string): Promise<Purchase | null>;
  /** Newest first. */
  listOf(userId: number): Promise<Purchase[]>;
  /** The purchase with the line that has this id on the wire. */
  findByOrder(orderId: number): Promise<Purchase | null>;
  findByNumber(purchaseNumber: string): Promise<Purchase | null>;
  /** Sets the dates of a line of a purchase that is not cancelled, and who has changed them. False when there is none. */
  setDates(
    orderId: number,
    dates: OrderDates,
    origin: MoveOrigin,
    ...events: StoredEntry[]
  ): Promise<boolean>;
  /** The same for a line that has no date of shipping yet, and for no other, with the event of it. */
  ship(orderId: number, dates: OrderDates, origin: MoveOrigin, ...events: StoredEntry[]): Promise<boolean>;
  /** Cancels a purchase of which nothing was shipped, with the event of it and the return of its copies; false for others. */
  cancel(id: string, origin: MoveOrigin, ...events: StoredEntry[]): Promise<boolean>;
  /** Notes that these moves are made in the stock. */
  noteMoved(id: string, moves: readonly string[]): Promise<void>;
  /**
   * Stores the addresses of a purchase that has none, of which nothing was shipped and which is not cancelled; false for
   * others.
   */
  setAddresses(id: string, addresses: Addresses, at: Date, event: StoredEntry): Promise<boolean>;
  /** Gives the purchases of guests with this address, as `emailKey` returns it, to an account. */
  claim(email: string, userId: number): Promise<void>;
  /** Gives numbers to purchases of older releases, and notes the address by which they are found. May be repeated. */
  numberOlder(): Promise<void>;
  /** Finds purchases whose documents are due, except those that failed and are tried again later. */
  findWithDocumentsDue(limit: number): Promise<Purchase[]>;
  /**
   * Notes that the documents are made, unless the purchase or what went back of it has changed since it was read, or copies are
   * to be moved: then it resolves with null, else with the purchase.
   */
  documentsMade(
    id: string,
    status: Purchase['status'],
    returnsRev: number | undefined,
  ): Promise<Purchase | null>;
  findUncleaned(limit: number): Promise<Purchase[]>;
  /** Postpones work that failed, so that it does not block the others. */
  postpone(id: string, what: 'documentsRetryAt' | 'cleanupRetryAt', until: Date): Promise<void>;
  cleaned(id: string): Promise<void>;
  findCompared(ids: readonly string[]): Promise<ComparedPurchase[]>;
  /** Names of buyers by the ids of their purchases, without those that were removed. */
  findBuyers(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * In the order of their ids, from the one after this id.
   * @param since of those that were made since then, and those whose documents are due; null for all
   */
  listCompared(after: string, since: Date | null, limit: number): Promise<ComparedPurchase[]>;
  /** Ids of purchases with an event that nobody has acknowledged. */
  findUnacknowledged(): Promise<string[]>;
  noteErased(userId: number): Promise<void>;
  /** Removes addresses, notes and requests of purchases before then, of guests and of erased accounts. */
  removeContactsBefore(before: Date): Promise<void>;
}

export function mongoPurchaseStore(connection: Connection): PurchaseStore {
  const purchases = modelOf(connection, PURCHASES);
  const erased = modelOf(connection, ERASED_ACCOUNTS);
  const notPostponed = (what: 'documentsRetryAt' | 'cleanupRetryAt'): mongo.Filter<Purchase> => ({
    $or: [{ [what]: { $exists: false } }, { [what]: { $lte: new Date() } }],
  });
  /** Writes with one order number after the other until one is free; false when another key is the duplicate. */
  async function withFreeNumber(
    first: string,
    write: (number: string) => Promise<unknown>,
  ): Promise<boolean> {
    let number = first;
    for (let attempt = 0; attempt < MAX_NUMBER_ATTEMPTS; attempt += 1)
      try {
        await write(number);
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        if ((await purchases.findOne({ purchaseNumber: number }, { _id: 1 })) === null) return false;
        number = newOrderNumber();
      }
    return false;
  }
  /** Writes the purchase that matches, with events, as computed from it: again when others have written it meanwhile. */
  async function writeAsRead(
    filter: mongo.Filter<Purchase>,
    set: (purchase: Purchase) => object,
    events: readonly StoredEntry[],
    options: Pick<mongo.UpdateOptions, 'arrayFilters'> = {},
  ): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const purchase = await purchases.findOne(filter);
      if (purchase === null) return false;
      const { matchedCount } = await purchases.updateOne(
        {
          ...filter,
          _id: purchase._id,
          deskSeq: purchase.deskSeq ?? { $exists: false },
        } as mongo.Filter<Purchase>,
        withEntries<Purchase>(
          { $set: { ...set(purchase), ...DESK_CHANGED.$set }, $inc: DESK_CHANGED.$inc },
          events,
        ),
        options,
      );
      if (matchedCount === 1) return true;
    }
    throw new Error('the purchase changes too often');
  }
  const compared = (filter: mongo.Filter<Purchase>, limit: number): Promise<ComparedPurchase[]> =>
    purchases
      .find(filter, Object.fromEntries(COMPARED.map((field) => [field, 1])))
      .sort({ _id: 1 })
      .limit(limit)
      .exec();

  return {
    async insert(purchase) {
      const { purchaseNumber = newOrderNumber() } = purchase;
      return withFreeNumber(purchaseNumber, (number) =>
        purchases.insertOne({ ...purchase, purchaseNumber: number, deskDue: true, deskSeq: 1 }),
      );
    },
    has: async (id) => (await purchases.findOne({ _id: id }, { _id: 1 })) !== null,
    find: (id) => purchases.findOne({ _id: id }).exec(),
    findByPayment: (paymentId) => purchases.findOne({ paymentId }).exec(),
    listOf: (userId) => purchases.find({ userId }).sort({ createdAt: -1 }).exec(),
    findByOrder: (orderId) => purchases.findOne({ 'lines.id': orderId }).exec(),
    findByNumber: (purchaseNumber) => purchases.findOne({ purchaseNumber }).exec(),
    setDates: (orderId, dates, origin, ...events) =>
      writeAsRead(
        { lines: { $elemMatch: { id: orderId, isCancelled: { $ne: true } } }, status: 'CONFIRMED' },
        (purchase) => datesSet(purchase, orderId, dates, origin),
        events,
        { arrayFilters: [{ 'line.id': orderId }] },
      ),
    ship: (orderId, dates, origin, ...events) =>
      writeAsRead(
        {
          lines: { $elemMatch: { id: orderId, shipping_date: null, isCancelled: { $ne: true } } },
          status: 'CONFIRMED',
        },
        (purchase) => ({
          ...datesSet(purchase, orderId, dates, origin),
          ...withCopyMoves(purchase, movesOfShipping(purchase, [orderId], origin)),
        }),
        events,
        { arrayFilters: [{ 'line.id': orderId }] },
      ),
    cancel: (id, origin, ...events) =>
      writeAsRead(
        { _id: id, status: 'CONFIRMED', ...NOTHING_SHIPPED, ...NOTHING_SETTLED },
        (purchase) => ({
          status: 'CANCELLED',
          cancelledFor: 'staff',
          cancelledAt: origin.at,
          ...(origin.by === null ? {} : { cancelledBy: origin.by }),
          ...withCopyMoves(purchase, movesOfCancellation(purchase, 'The order was cancelled', origin)),
          documentsDue: true,
        }),
        events,
      ),
    async noteMoved(id, moves) {
      await purchases.updateOne(
        { _id: id },
        { $set: { 'copyMoves.$[move].isDone': true, ...DESK_CHANGED.$set }, $inc: DESK_CHANGED.$inc },
        { arrayFilters: [{ 'move.id': { $in: [...moves] } }] },
      );
    },
    async setAddresses(id, { billing, shipping }, at, event) {
      const { matchedCount } = await purchases.updateOne(
        { _id: id, status: 'CONFIRMED', shipping: null, ...NOTHING_SHIPPED },
        withEntries<Purchase>(
          {
            $set: {
              billing,
              shipping,
              buyerEmail: emailKey(billing.email),
              addressChanges: [{ at, by: null }],
              ...DESK_CHANGED.$set,
            },
            $inc: DESK_CHANGED.$inc,
          },
          [event],
        ),
      );
      return matchedCount === 1;
    },
    async claim(email, userId) {
      await purchases.updateMany({ userId: null, buyerEmail: email }, { $set: { userId } });
    },
    async numberOlder() {
      for (;;) {
        const found = await purchases
          .find({ purchaseNumber: { $exists: false } }, { billing: 1 })
          .limit(NUMBERED_AT_ONCE);
        if (found.length === 0) return;
        for (const { _id, billing } of found)
          await withFreeNumber(newOrderNumber(), (purchaseNumber) =>
            purchases
              .updateOne(
                { _id, purchaseNumber: { $exists: false } },
                {
                  $set: {
                    purchaseNumber,
                    ...(billing === null ? {} : { buyerEmail: emailKey(billing.email) }),
                    ...DESK_CHANGED.$set,
                  },
                  $inc: DESK_CHANGED.$inc,
                },
              )
              .exec(),
          );
      }
    },
    findWithDocumentsDue: (limit) =>
      purchases
        .find({ documentsDue: true, ...notPostponed('documentsRetryAt') })
        .limit(limit)
        .exec(),
    documentsMade: (id, status, returnsRev) =>
      purchases
        .findOneAndUpdate(
          {
            _id: id,
            status,
            returnsRev: returnsRev ?? { $exists: false },
            copyMoves: { $not: { $elemMatch: { isDone: { $ne: true } } } },
          },
          { $unset: { documentsDue: '', documentsRetryAt: '' } },
          { returnDocument: 'after' },
        )
        .exec(),
    findUncleaned: (limit) =>
      purchases
        .find({ cartCleanup: 'PENDING', ...notPostponed('cleanupRetryAt') })
        .limit(limit)
        .exec(),
    async postpone(id, what, until) {
      await purchases.updateOne({ _id: id }, { $set: { [what]: until } });
    },
    async cleaned(id) {
      await purchases.updateOne(
        { _id: id },
        { $set: { cartCleanup: 'DONE' }, $unset: { cleanupRetryAt: '' } },
      );
    },
    async findBuyers(ids) {
      if (ids.length === 0) return new Map();
      const found = await purchases.find({ _id: { $in: [...ids] } }, { billing: 1 }).exec();
      return new Map(found.flatMap(({ _id, billing }) => (billing === null ? [] : [[_id, billing.name]])));
    },
    findCompared: (ids) => compared({ _id: { $in: [...ids] } }, ids.length),
    listCompared: (after, since, limit) =>
      compared(
        {
          _id: { $gt: after },
          // The provider knows nothing of orders by hand.
          hand: { $exists: false },
          ...(since === null ? {} : { $or: [{ createdAt: { $gte: since } }, { documentsDue: true }] }),
        },
        limit,
      ),
    async findUnacknowledged() {
      const found = await purchases.find(
        { outboxCheckAt: { $exists: true }, 'outbox.acknowledgedAt': null },
        { _id: 1 },
      );
      return found.map(({ _id }) => _id);
    },
    async noteErased(userId) {
      await erased.updateOne({ _id: userId }, { $setOnInsert: { at: new Date() } }, { upsert: true });
    },
    async removeContactsBefore(before) {
      const userIds = (await erased.find({})).map(({ _id }) => _id);
      await purchases.updateMany(
        {
          createdAt: { $lt: before },
          billing: { $ne: null },
          $or: [{ userId: null }, { userId: { $in: userIds } }],
        },
        {
          $set: { billing: null, shipping: null, ...DESK_CHANGED.$set },
          // Notes and requests are texts of people, which may name them.
          $unset: { buyerEmail: '', notes: '', requests: '' },
          $inc: DESK_CHANGED.$inc,
        },
      );
      for (const field of ['hand.name', 'hand.email'] as const)
        await purchases.updateMany(
          {
            createdAt: { $lt: before },
            [field]: { $ne: null },
            $or: [{ userId: null }, { userId: { $in: userIds } }],
          },
          {
            $set: { [field]: null, ...DESK_CHANGED.$set },
            $unset: { buyerEmail: '', notes: '', requests: '' },
            $inc: DESK_CHANGED.$inc,
          },
        );
    },
  };
}
