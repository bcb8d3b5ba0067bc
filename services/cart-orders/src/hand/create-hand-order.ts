import type { Actor } from '@vidhi/contracts/actor.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import { OrderCreated } from '@vidhi/contracts/events.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createEntry } from '@vidhi/outbox/entry.ts';
import { outboxOf } from '@vidhi/outbox/outbox-document.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { PurchaseEvents } from '../purchases/purchase-events.ts';
import {
  createdEventId,
  dayOf,
  emailKey,
  monthAfter,
  newOrderNumber,
  purchaseId,
  type Purchase,
} from '../purchases/purchase.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';
import type { StockStore } from '../stock/stock-store.ts';
import { handCheckoutId, type HandOrderRequest } from './hand-order.ts';

export interface CreateHandOrderDeps {
  purchases: Pick<PurchaseStore, 'find' | 'insert'>;
  stock: Pick<StockStore, 'reserve'>;
  topic: TopicLayout;
  events: Pick<PurchaseEvents, 'audited'>;
  nextOrderId: () => Promise<number>;
  pictureOf: (bookId: number) => string | null;
  publisherOf: (bookId: number) => string | null;
  /** Days for which buyers may return the books, as the shop promises now. */
  readReturnDays: () => Promise<number>;
  /** Has the events of a purchase published. */
  notify: (purchaseId: string) => void;
  /** Completes a purchase: takes its copies and issues its bill; called again after a crash. */
  makeDocuments: (purchaseId: string) => Promise<void>;
  onFailure: (error: unknown, purchaseId: string) => void;
  now?: () => Date;
}

/** Stores an order by hand. The same key with the same request resolves with the order that is there; another one is 409. */
export type CreateHandOrder = (key: string, request: HandOrderRequest, actor: Actor) => Promise<Purchase>;

/** Time for which copies are reserved until the order is stored: longer than a request lasts. */
const HOLD_MS = 3_600_000;

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

/**
 * Creates orders by hand. Copies are reserved, then the order is stored with its events, then it takes them, also if the
 * reservation has expired meanwhile: the protocol is `tests/protocol/hand-order-model.ts`.
 */
export function createHandOrders(deps: CreateHandOrderDeps): CreateHandOrder {
  const { purchases, stock, topic, events, notify, makeDocuments, onFailure } = deps;
  const { now = () => new Date() } = deps;

  function sameOrder(purchase: Purchase, { hand }: HandOrderRequest): Purchase {
    if (purchase.hand?.fingerprint !== hand.fingerprint)
      throw conflict('The Idempotency-Key was used for another order');
    return purchase;
  }

  async function reserve(checkoutId: string, lines: HandOrderRequest['lines'], at: Date): Promise<void> {
    const until = new Date(at.getTime() + HOLD_MS);
    const { missing } = await stock.reserve({ checkoutId, lines, until });
    if (missing.length === 0) return;
    const titles = lines.filter(({ bookId }) => missing.includes(bookId)).map(({ title }) => `“${title}”`);
    throw conflict(
      `There are too few free copies of ${titles.join(', ')}. If they are on your shelf, receive them under Stock first`,
    );
  }

  async function linesOf(
    { lines, isHandedOver }: HandOrderRequest,
    { at, by }: { at: Date; by: number | null },
  ): Promise<Purchase['lines']> {
    const day = dayOf(at);
    const noted = isHandedOver ? { shippedAt: at, shippedBy: by, deliveredAt: at, deliveredBy: by } : {};
    const stored = [];
    for (const { bookId, title, quantity, listPaise, unitPaise } of lines)
      stored.push({
        id: await deps.nextOrderId(),
        lineId: `hand:${bookId}`,
        bookId,
        title,
        pictureUrl: deps.pictureOf(bookId),
        publisher: deps.publisherOf(bookId),
        quantity,
        listPaise,
        unitPaise,
        purchase_date: day,
        expiry_date: monthAfter(day),
        shipping_date: isHandedOver ? day : null,
        delivered_date: isHandedOver ? day : null,
        ...noted,
      });
    return stored;
  }

  return async (key, request, actor) => {
    const checkoutId = handCheckoutId(key);
    const id = purchaseId(checkoutId);
    const before = await purchases.find(id);
    if (before !== null) return sameOrder(before, request);
    const at = now();
    await reserve(checkoutId, request.lines, at);
    failPoint('cart-orders.hand-order-reserved');
    const { hand, shippingPaise, totalPaise, billing, shipping } = request;
    const email = billing?.email ?? hand.email;
    const purchaseNumber = newOrderNumber();
    const created = createEntry(topic, OrderCreated, {
      id: createdEventId(id),
      key: id,
      data: { purchaseId: id, checkoutId, userId: null, totalPaise, isByHand: true },
      occurredAt: at,
    });
    const entry = events.audited(
      { _id: id, purchaseNumber },
      { actor, action: 'order_by_hand', at, changes: [{ path: 'total_paise', to: totalPaise }] },
    );
    const purchase: Purchase = {
      ...outboxOf([created, entry]),
      _id: id,
      checkoutId,
      purchaseNumber,
      ...(email === null ? {} : { buyerEmail: emailKey(email) }),
      hand: { ...hand, by: actor.id },
      userId: null,
      lines: await linesOf(request, { at, by: actor.id }),
      shippingPaise,
      totalPaise,
      returnDays: await deps.readReturnDays(),
      billing,
      shipping,
      status: 'CONFIRMED',
      cartCleanup: 'DONE',
      documentsDue: true,
      createdAt: at,
    };
    const isNew = await purchases.insert(purchase);
    failPoint('cart-orders.hand-order-stored');
    if (isNew) notify(id);
    // The sweep completes what cannot be done now.
    await makeDocuments(id).catch((error: unknown) => onFailure(error, id));
    const stored = await purchases.find(id);
    if (stored === null) throw new Error(`the order ${id} is missing`);
    return sameOrder(stored, request);
  };
}
