import { isDeepStrictEqual } from 'node:util';
import type { Connection, mongo } from 'mongoose';
import { OrderDisputed, OrderRefunded } from '@vidhi/contracts/events.ts';
import type { PaymentDispute, PaymentReturns } from '@vidhi/contracts/purchases.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createEntry, type StoredEntry } from '@vidhi/outbox/entry.ts';
import { withEntries } from '@vidhi/outbox/outbox-document.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { movesOfCancellation, withCopyMoves } from './copy-moves.ts';
import { DESK_CHANGED, type Purchase } from './purchase.ts';
import { createPurchaseEvents } from './purchase-events.ts';
import { PURCHASES } from './purchase-collection.ts';

/** Fields of a purchase that change when money of it goes back. */
export type ReturnsChange = Required<Pick<Purchase, 'returnedPaise' | 'disputes'>> &
  Pick<
    Purchase,
    'status' | 'cancelledFor' | 'cancelledAt' | 'documentsDue' | 'providerRefunds' | 'copyMoves'
  >;

export interface PurchaseReturnsStore {
  find(id: string): Promise<Purchase | null>;
  /** Stores the change with its events, unless the purchase has changed since it was read; then false. */
  change(purchase: Purchase, change: ReturnsChange, events: readonly StoredEntry[]): Promise<boolean>;
}

export interface NoteReturnsOptions {
  store: PurchaseReturnsStore;
  topic: TopicLayout;
  /** Completes a purchase; may be repeated. */
  makeDocuments: (purchaseId: string) => Promise<void>;
  notify: (purchaseId: string) => void;
  now?: () => number;
}

/**
 * Records in a purchase how much of its payment went back, for whatever reason, and adds the events in the same write.
 * May be repeated and called in any order: recorded refunds and ended disputes are never taken back. A purchase of
 * which nothing was shipped is cancelled when all of its money goes back. Resolves with whether anything has changed.
 */
export type NoteReturns = (purchaseId: string, returns: PaymentReturns) => Promise<boolean>;

const MAX_ATTEMPTS = 20;
/** Reason for which copies come back. */
const ALL_BACK = 'All of the money went back before anything was shipped';

/** Returns whether all of the money went back or is on its way. */
export const goesBackInFull = (
  totalPaise: number,
  returns: Pick<PaymentReturns, 'returnedPaise' | 'pendingPaise'> | undefined,
): boolean =>
  returns !== undefined && totalPaise > 0 && returns.returnedPaise + returns.pendingPaise >= totalPaise;

const isShipped = ({ lines }: Purchase): boolean => lines.some(({ shipping_date }) => shipping_date !== null);

/** Returns the disputes by their ids. One that has ended stays as it is. */
function mergeDisputes(known: readonly PaymentDispute[], read: readonly PaymentDispute[]): PaymentDispute[] {
  const disputes = new Map(known.map((one) => [one.id, one]));
  for (const dispute of read)
    if ((disputes.get(dispute.id)?.status ?? 'open') === 'open') disputes.set(dispute.id, dispute);
  return [...disputes.values()];
}

interface ReturnedPart {
  amountPaise: number;
  /** Absent where only the sum is known. */
  refundId?: string;
}

/** Returns the amounts that went back since the last change: of each refund where each is known, or else their sum. */
function partsOf(purchase: Purchase, change: ReturnsChange): ReturnedPart[] {
  const { returnedPaise: before = 0, providerRefunds = [], disputes = [] } = purchase;
  const wasProcessed = new Set(
    providerRefunds.filter(({ status }) => status === 'processed').map(({ id }) => id),
  );
  const wasLost = new Set(disputes.filter(({ status }) => status === 'lost').map(({ id }) => id));
  const parts = [
    ...(change.providerRefunds ?? []).filter(
      ({ id, status }) => status === 'processed' && !wasProcessed.has(id),
    ),
    ...change.disputes.filter(({ id, status }) => status === 'lost' && !wasLost.has(id)),
  ].map(({ id, amountPaise }) => ({ amountPaise, refundId: id }));
  const grown = change.returnedPaise - before;
  const sum = parts.reduce((total, { amountPaise }) => total + amountPaise, 0);
  return sum === grown ? parts : [{ amountPaise: grown }];
}

export function createNoteReturns(options: NoteReturnsOptions): NoteReturns {
  const { store, topic, makeDocuments, notify, now = Date.now } = options;
  const { cancelled } = createPurchaseEvents(topic);

  /** Returns the events of a change of money: of the order, which stays or not, and of each dispute. */
  function eventsOf(purchase: Purchase, change: ReturnsChange, at: Date): StoredEntry[] {
    const { _id, returnedPaise: before = 0, disputes: known = [] } = purchase;
    const { returnedPaise } = change;
    const common = { key: _id, occurredAt: at };
    const events = change.disputes
      .filter(({ id, status }) => known.find((one) => one.id === id)?.status !== status)
      .map(({ id, amountPaise, status }) =>
        createEntry(topic, OrderDisputed, {
          ...common,
          id: `order.disputed:${_id}:${id}:${status}`,
          data: { purchaseId: _id, disputeId: id, status, amountPaise },
        }),
      );
    if (purchase.status === 'CANCELLED') return events;
    if (change.status === 'CANCELLED') return [...events, cancelled(_id, at)];
    if (returnedPaise === before) return events;
    let sum = before;
    const refunded = partsOf(purchase, change).map(({ amountPaise, refundId }) => {
      sum += amountPaise;
      return createEntry(topic, OrderRefunded, {
        ...common,
        id: `order.refunded:${_id}:${sum}`,
        data: {
          purchaseId: _id,
          amountPaise,
          returnedPaise: sum,
          ...(refundId === undefined ? {} : { refundId }),
        },
      });
    });
    return [...events, ...refunded];
  }

  function changeOf(purchase: Purchase, returns: PaymentReturns, at: Date): ReturnsChange | null {
    const {
      status,
      totalPaise,
      disputes = [],
      returnedPaise: before = 0,
      providerRefunds: known = [],
    } = purchase;
    const returnedPaise = Math.max(before, returns.returnedPaise);
    const merged = mergeDisputes(disputes, returns.disputes);
    const refunds = returns.refunds === undefined ? {} : { providerRefunds: returns.refunds };
    const isCancelled = status === 'CONFIRMED' && !isShipped(purchase) && goesBackInFull(totalPaise, returns);
    const isSame =
      returnedPaise === before &&
      !isCancelled &&
      isDeepStrictEqual(refunds.providerRefunds ?? known, known) &&
      merged.every(({ id, status: next }) => disputes.find((one) => one.id === id)?.status === next);
    if (isSame) return null;
    return {
      returnedPaise,
      disputes: merged,
      ...refunds,
      status,
      ...(isCancelled
        ? {
            status: 'CANCELLED',
            cancelledFor: 'refunded',
            cancelledAt: at,
            ...withCopyMoves(purchase, movesOfCancellation(purchase, ALL_BACK, { at, by: null })),
          }
        : {}),
      ...(isCancelled || returnedPaise > before ? { documentsDue: true } : {}),
    };
  }

  return async (id, returns) => {
    let isBilled = false;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const at = new Date(now());
      const purchase = await store.find(id);
      const change = purchase === null ? null : changeOf(purchase, returns, at);
      if (purchase === null || change === null) return false;
      if (!isBilled && purchase.status === 'CONFIRMED' && purchase.bill === undefined) {
        // The bill that the credit note is about.
        isBilled = true;
        await makeDocuments(id);
        continue;
      }
      const events = eventsOf(purchase, change, at);
      if (!(await store.change(purchase, change, events))) continue;
      failPoint('cart-orders.returns-stored');
      if (events.length > 0) notify(id);
      if (change.documentsDue === true) await makeDocuments(id);
      return true;
    }
    throw new Error(`the purchase ${id} changes too often`);
  };
}

export function mongoPurchaseReturnsStore(connection: Connection): PurchaseReturnsStore {
  const purchases = modelOf(connection, PURCHASES);
  return {
    find: (id) => purchases.findOne({ _id: id }).exec(),
    async change(purchase, change, events) {
      const { _id, status, returnsRev, deskSeq } = purchase;
      const cancels = change.status !== status;
      const { matchedCount } = await purchases.updateOne(
        {
          _id,
          status,
          returnsRev: returnsRev ?? { $exists: false },
          // Something may be shipped or refunded meanwhile.
          ...(cancels
            ? {
                deskSeq: deskSeq ?? { $exists: false },
                lines: { $not: { $elemMatch: { shipping_date: { $ne: null } } } },
              }
            : {}),
        } as mongo.Filter<Purchase>,
        withEntries<Purchase>(
          {
            $set: { ...change, returnsRev: (returnsRev ?? 0) + 1, ...DESK_CHANGED.$set },
            $inc: DESK_CHANGED.$inc,
          },
          events,
        ),
      );
      return matchedCount === 1;
    },
  };
}
