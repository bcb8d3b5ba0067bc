import { OrderCreated } from '@vidhi/contracts/events.ts';
import type { Cancellation, PaidCheckout } from '@vidhi/contracts/purchases.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { createEntry } from '@vidhi/outbox/entry.ts';
import { outboxOf } from '@vidhi/outbox/outbox-document.ts';
import type { Outbox } from '@vidhi/outbox/start-outbox.ts';
import {
  createdEventId,
  dayOf,
  emailKey,
  monthAfter,
  newOrderNumber,
  purchaseId,
  type Purchase,
} from './purchase.ts';
import { goesBackInFull, type NoteReturns } from './purchase-returns.ts';
import type { LineClaims } from './line-claims.ts';
import { RELEASE_AGAIN_MS } from '../links/payment-links.ts';
import type { PaymentLinkStore } from '../links/payment-link-store.ts';
import type { StockStore } from '../stock/stock-store.ts';
import type { PurchaseStore } from './purchase-store.ts';

export interface CreatePurchaseDeps {
  purchases: PurchaseStore;
  outbox: Pick<Outbox<string>, 'notify' | 'republish'>;
  topic: TopicLayout;
  nextOrderId: () => Promise<number>;
  pictureOf: (bookId: number) => string | null;
  publisherOf: (bookId: number) => string | null;
  claims: LineClaims;
  stock: Pick<StockStore, 'consume' | 'release'>;
  paymentLinks: Pick<PaymentLinkStore, 'claim' | 'find'>;
  /** Notes what went back of the payment, also of a purchase that exists. */
  noteReturns: NoteReturns;
  /** Completes a purchase, which was stored like this just now; called again after a crash. */
  makeDocuments: (purchaseId: string, stored?: Purchase) => Promise<void>;
  /** Removes the bought copies from the cart; called again after a crash. */
  cleanCart: (purchase: Pick<Purchase, '_id' | 'lines'>) => Promise<void>;
}

/** False when the purchase was there: then `order.created` is published again unless it is acknowledged. */
export type CreatePurchase = (paid: PaidCheckout) => Promise<boolean>;

/**
 * Makes the purchase of a paid checkout, with its event in the same write, and cleans the cart. A payment for lines that
 * were bought before, or for copies that are gone, makes a cancelled purchase, which is refunded and leaves the cart alone;
 * so does a payment that was refunded in full before.
 */
export function createPurchases(deps: CreatePurchaseDeps): CreatePurchase {
  const { purchases, outbox, topic, nextOrderId, pictureOf, publisherOf, makeDocuments, cleanCart } = deps;
  const { claims, stock, noteReturns, paymentLinks } = deps;

  /** Claims the paid lines and copies; resolves with the reason when that is not possible. */
  async function take({
    checkoutId,
    cart,
    linkId,
    lines,
    totalPaise,
    returns,
  }: PaidCheckout): Promise<Cancellation | null> {
    if (goesBackInFull(totalPaise, returns)) return 'refunded';
    if (linkId !== undefined) {
      const releaseDueAt = new Date(Date.now() + RELEASE_AGAIN_MS);
      const claim = await paymentLinks.claim(linkId, checkoutId, releaseDueAt);
      if (claim !== 'claimed') return claim === 'cancelled' ? 'link-cancelled' : 'bought-before';
      failPoint('cart-orders.payment-link-claimed');
    }
    if (!(await claims.claim(checkoutId, lines))) return 'bought-before';
    failPoint('cart-orders.lines-claimed');
    return (await stock.consume(checkoutId, lines, cart)) ? null : 'no-copies';
  }

  const create: CreatePurchase = async (paid) => {
    const id = purchaseId(paid.checkoutId);
    if (await purchases.has(id)) {
      // payments repeats the event until it has that of the purchase, which notify may have acknowledged.
      await outbox.republish(id, createdEventId(id));
      return false;
    }
    const cancelledFor = await take(paid);
    const link = paid.linkId === undefined ? null : await paymentLinks.find(paid.linkId);
    failPoint('cart-orders.copies-consumed');
    const createdAt = new Date();
    const purchase_date = dayOf(new Date(paid.capturedAt));
    const lines = [];
    for (const { lineId, bookId, title, quantity, listPaise, unitPaise } of paid.lines)
      lines.push({
        id: await nextOrderId(),
        lineId,
        bookId,
        title,
        pictureUrl: pictureOf(bookId),
        publisher: publisherOf(bookId),
        quantity,
        listPaise,
        unitPaise,
        purchase_date,
        expiry_date: monthAfter(purchase_date),
        shipping_date: null,
        delivered_date: null,
      });
    const event = createEntry(topic, OrderCreated, {
      id: createdEventId(id),
      key: id,
      data: {
        purchaseId: id,
        checkoutId: paid.checkoutId,
        userId: paid.userId,
        totalPaise: paid.totalPaise,
        ...(cancelledFor === null ? {} : { isCancelled: true }),
      },
      occurredAt: createdAt,
    });
    const purchase: Purchase = {
      ...outboxOf([event]),
      _id: id,
      checkoutId: paid.checkoutId,
      purchaseNumber: newOrderNumber(),
      ...(paid.billing === null ? {} : { buyerEmail: emailKey(paid.billing.email) }),
      paymentId: paid.paymentId,
      orderId: paid.orderId,
      ...(link === null
        ? {}
        : { paymentLink: { id: link._id, channel: link.channel, by: link.by, at: link.createdAt } }),
      userId: paid.userId,
      lines,
      shippingPaise: paid.shippingPaise,
      totalPaise: paid.totalPaise,
      ...(paid.returnDays === undefined ? {} : { returnDays: paid.returnDays }),
      billing: paid.billing,
      shipping: paid.shipping,
      ...(cancelledFor === null
        ? { status: 'CONFIRMED', cartCleanup: 'PENDING' }
        : { status: 'CANCELLED', cancelledFor, cancelledAt: createdAt, cartCleanup: 'DONE' }),
      documentsDue: true,
      createdAt,
    };
    if (!(await purchases.insert(purchase))) {
      // Another process was faster. Copies that this one claimed after the other had released or sold its own belong to no
      // purchase; those that are sold stay.
      const stored = await purchases.find(id);
      if (stored?.status === 'CANCELLED' || stored?.documentsDue !== true)
        await stock.release(paid.checkoutId, paid.lines);
      await outbox.republish(id, createdEventId(id));
      return false;
    }
    failPoint('cart-orders.purchase-stored');
    outbox.notify(id);
    if (cancelledFor === null) {
      await cleanCart(purchase);
      failPoint('cart-orders.cart-cleaned');
      await purchases.cleaned(id);
    }
    await makeDocuments(id, purchase);
    return true;
  };
  return async (paid) => {
    const isNew = await create(paid);
    if (paid.returns !== undefined) await noteReturns(purchaseId(paid.checkoutId), paid.returns);
    return isNew;
  };
}
