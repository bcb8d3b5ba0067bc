import type { PartRefundRequest, PartRefundResponse, RefundRequest } from '@vidhi/contracts/shop-refunds.ts';
import type { StoredEntry } from '@vidhi/outbox/entry.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { Purchase, ShopRefund } from '../purchases/purchase.ts';
import type { StockMoves } from '../stock/stock-moves.ts';
import { linesAfter, orderRefund, type RefundOrder } from './refunds.ts';
import type { PurchaseChanges } from './purchase-changes.ts';

export interface PartRefundsOptions {
  changes: PurchaseChanges;
  stock: Pick<StockMoves, 'move'>;
  /** Asks payments for a refund, and how far it is; may be repeated. Rejects when payments does not respond. */
  request: (checkoutId: string, refund: PartRefundRequest) => Promise<PartRefundResponse>;
  /** Makes the bill that credit notes are about, and the credit notes of what went back. */
  makeDocuments: (purchaseId: string) => Promise<void>;
  onFailure: (error: unknown, purchaseId: string) => void;
  now?: () => number;
}

/** Events that are written with a refund, such as its entry of the audit log, and attributes that follow from it. */
export interface AlongsideRefund {
  set?: Pick<Purchase, 'requests'>;
  events: StoredEntry[];
}

/** A refund as it is ordered, or one that follows from the purchase. */
type RefundOfPurchase = Omit<RefundOrder, 'at' | 'request'> & {
  request: RefundRequest | ((purchase: Purchase) => RefundRequest);
};

export interface PartRefunds {
  /**
   * Stores a refund with what is written alongside, and has it made; a repeated order resolves with what is stored. What
   * follows from the purchase is computed from it as it is when the refund is stored.
   */
  order(
    purchaseId: string,
    order: RefundOfPurchase,
    alongside: (purchase: Purchase, refund: ShopRefund, at: Date) => AlongsideRefund,
  ): Promise<ShopRefund>;
  /** Takes the next step of each refund of a purchase: of the copies that come back, and at payments. */
  follow(purchaseId: string): Promise<void>;
  /** Follows those whose next look is due, which crashes may have left. */
  sweep(): Promise<void>;
}

const BATCH = 50;
const SECOND_MS = 1_000;
const MAX_PAUSE_MS = 3_600_000;

const isOpen = ({ state }: ShopRefund): boolean => state === 'DUE' || state === 'REQUESTED';
const isUnfinished = (refund: ShopRefund): boolean =>
  isOpen(refund) || (refund.restock && refund.isRestocked !== true);

/**
 * Refunds of parts of purchases. A refund is promised by a compare-and-set of the purchase, which leaves no more than was
 * paid; payments is then requested, repeatedly, under an id that follows from the key of the request. The protocol is
 * `tests/protocol/partial-refund-model.ts`.
 */
export function createPartRefunds(options: PartRefundsOptions): PartRefunds {
  const { changes, stock, request, makeDocuments, onFailure, now = Date.now } = options;

  /** Returns the time of the next poll: soon at first, later as the refund grows older; null when nothing is left. */
  function nextCheck(refunds: readonly ShopRefund[]): Date | null {
    const open = refunds.filter(isUnfinished);
    if (open.length === 0) return null;
    const youngest = Math.max(...open.map(({ at }) => at.getTime()));
    return new Date(now() + Math.min(MAX_PAUSE_MS, Math.max(SECOND_MS, (now() - youngest) / 4)));
  }

  function withRefund(purchase: Purchase, id: string, fields: Partial<ShopRefund>) {
    const refunds = (purchase.refunds ?? []).map((one) => (one.id === id ? { ...one, ...fields } : one));
    const next = nextCheck(refunds);
    return {
      set: {
        refunds,
        lines: linesAfter(purchase, refunds),
        ...(next === null ? {} : { refundsCheckAt: next }),
      },
      unset: next === null ? (['refundsCheckAt'] as const) : [],
    };
  }

  /** Counts the copies of a refund as free again, once. */
  async function restock(
    { _id, lines }: Purchase,
    { id, lines: refunded, reason, by }: ShopRefund,
  ): Promise<void> {
    for (const { id: lineId, copies: all, restocked: copies = all } of refunded) {
      const line = lines.find((one) => one.id === lineId);
      if (line === undefined || copies === 0) continue;
      const move = { kind: 'returned' as const, copies, reason, by, ref: _id };
      await stock.move(line.bookId, { id: `refund:${id}:${lineId}`, ...move });
    }
    failPoint('cart-orders.refund-restocked');
    await changes.change(_id, (purchase) => withRefund(purchase, id, { isRestocked: true }));
  }

  async function requestPart({ _id, checkoutId }: Purchase, { id, amountPaise }: ShopRefund): Promise<void> {
    const { state, failure, providerId } = await request(checkoutId, { key: id, amountPaise });
    failPoint('cart-orders.part-refund-requested');
    await changes.change(_id, (purchase) => {
      const before = purchase.refunds?.find((one) => one.id === id);
      // One that has ended stays as it is.
      if (before === undefined || !isOpen(before)) return null;
      return withRefund(purchase, id, {
        state,
        ...(failure === null ? {} : { failure }),
        ...(providerId === null ? {} : { providerId }),
        ...(state === 'DONE' || state === 'FAILED' ? { endedAt: new Date(now()) } : {}),
      });
    });
  }

  async function follow(purchaseId: string): Promise<void> {
    const purchase = await changes.change(purchaseId, () => null);
    for (const refund of purchase.refunds ?? []) {
      if (refund.restock && refund.isRestocked !== true) await restock(purchase, refund);
      if (!isOpen(refund)) continue;
      await requestPart(purchase, refund);
      // The credit note of one that has ended at once.
      await makeDocuments(purchaseId);
    }
  }

  return {
    async order(purchaseId, order, alongside) {
      await makeDocuments(purchaseId);
      const stored = await changes.change(purchaseId, (purchase) => {
        // Of this attempt: a parcel that was stored before has the earlier time, by which its copies are counted.
        const at = new Date(now());
        const { request: wanted } = order;
        const isFollowing = typeof wanted === 'function';
        // What it followed from has changed since then.
        if (isFollowing && purchase.refunds?.some(({ id }) => id === order.id) === true) return null;
        const ordered = isFollowing ? wanted(purchase) : wanted;
        const refund = orderRefund(purchase, { ...order, request: ordered, at });
        if (refund === null) return null;
        const refunds = [...(purchase.refunds ?? []), refund];
        const { set, events } = alongside(purchase, refund, at);
        return {
          set: { ...set, refunds, lines: linesAfter(purchase, refunds), refundsCheckAt: at },
          events,
        };
      });
      failPoint('cart-orders.part-refund-stored');
      // The sweep does what cannot be done now.
      await follow(purchaseId).catch((error: unknown) => onFailure(error, purchaseId));
      const { refunds = [] } = await changes.change(purchaseId, () => null).catch(() => stored);
      const refund = refunds.find(({ id }) => id === order.id);
      if (refund === undefined) throw new Error(`the refund ${order.id} is missing`);
      return refund;
    },
    follow,
    async sweep() {
      for (const id of await changes.findRefundsDue(BATCH))
        await follow(id).catch(async (error: unknown) => {
          onFailure(error, id);
          // One that fails does not block the others.
          await changes.change(id, ({ refunds = [] }) => {
            const next = nextCheck(refunds);
            return next === null ? null : { set: { refundsCheckAt: next } };
          });
        });
    },
  };
}
