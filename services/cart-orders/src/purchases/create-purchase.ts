import { OrderCreated } from '@vidhi/contracts/events.ts';
import type { PaidCheckout } from '@vidhi/contracts/purchases.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { createEntry } from '@vidhi/outbox/entry.ts';
import { outboxOf } from '@vidhi/outbox/outbox-document.ts';
import type { Outbox } from '@vidhi/outbox/start-outbox.ts';
import { createdEventId, dayOf, monthAfter, purchaseId, type Purchase } from './purchase.ts';
import type { StockStore } from '../stock/stock-store.ts';
import type { PurchaseStore } from './purchase-store.ts';

export interface CreatePurchaseDeps {
  purchases: PurchaseStore;
  outbox: Pick<Outbox<string>, 'notify' | 'rearm'>;
  topic: TopicLayout;
  nextOrderId: () => Promise<number>;
  pictureOf: (bookId: number) => string | null;
  publisherOf: (bookId: number) => string | null;
  stock: Pick<StockStore, 'consume'>;
  /** Makes what is due of a purchase; called again for what a crash left. */
  makeDocuments: (purchaseId: string) => Promise<void>;
  /** Takes the bought copies out of the cart; called again for what a crash left. */
  cleanCart: (purchase: Pick<Purchase, '_id' | 'lines'>) => Promise<void>;
}

/** False when the purchase was there: then `order.created` is published again unless it is acknowledged. */
export type CreatePurchase = (paid: PaidCheckout) => Promise<boolean>;

/** Makes the purchase of a paid checkout, with its event in the same write, and cleans the cart. */
export function createPurchases(deps: CreatePurchaseDeps): CreatePurchase {
  const { purchases, outbox, topic, nextOrderId, pictureOf, publisherOf, makeDocuments, cleanCart } = deps;
  const { stock } = deps;
  return async (paid) => {
    const id = purchaseId(paid.checkoutId);
    if (await purchases.has(id)) {
      await outbox.rearm(id);
      return false;
    }
    const hasStock = await stock.consume(paid.checkoutId, paid.lines);
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
      data: { purchaseId: id, checkoutId: paid.checkoutId, userId: paid.userId, totalPaise: paid.totalPaise },
      occurredAt: createdAt,
    });
    const purchase: Purchase = {
      ...outboxOf([event]),
      _id: id,
      checkoutId: paid.checkoutId,
      paymentId: paid.paymentId,
      orderId: paid.orderId,
      userId: paid.userId,
      lines,
      shippingPaise: paid.shippingPaise,
      totalPaise: paid.totalPaise,
      billing: paid.billing,
      shipping: paid.shipping,
      // A payment after the reservation expired, and after the last copy was sold, is refunded.
      ...(hasStock ? { status: 'CONFIRMED' } : { status: 'CANCELLED', cancelledAt: createdAt }),
      cartCleanup: 'PENDING',
      documentsDue: true,
      createdAt,
    };
    if (!(await purchases.insert(purchase))) {
      await outbox.rearm(id);
      return false;
    }
    failPoint('cart-orders.purchase-stored');
    outbox.notify(id);
    await cleanCart(purchase);
    failPoint('cart-orders.cart-cleaned');
    await purchases.cleaned(id);
    await makeDocuments(id);
    return true;
  };
}
