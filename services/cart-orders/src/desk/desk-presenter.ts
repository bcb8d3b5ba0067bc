import type { DeskPurchase, PurchaseRow } from '@vidhi/contracts/shop-desk.ts';
import { creditNotesOf, needsAddress, type Purchase } from '../purchases/purchase.ts';
import { fulfilmentOf, hasProblem, refundStateOf } from './desk-fields.ts';
import { timelineOf, type TimelineSources } from './timeline.ts';

/** Presents a purchase in the list of the desk. */
export function presentRow(purchase: Purchase): PurchaseRow {
  const { _id, purchaseNumber, bill, createdAt, billing, shipping, userId, lines, totalPaise } = purchase;
  return {
    id: _id,
    purchase_number: purchaseNumber ?? null,
    bill_number: bill?.number ?? null,
    created_at: createdAt.toISOString(),
    buyer: {
      name: billing?.name ?? null,
      city: shipping?.city ?? billing?.city ?? null,
      user_id: userId,
    },
    lines: lines.map(({ id, bookId, title, quantity }) => ({ id, book_id: bookId, title, quantity })),
    copies: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    total_paise: totalPaise,
    refunded_paise: purchase.returnedPaise ?? 0,
    status: fulfilmentOf(purchase),
    refund: refundStateOf(purchase),
    has_problem: hasProblem(purchase),
    needs_address: needsAddress(purchase),
    tags: purchase.tags ?? [],
  };
}

export interface DetailSources extends TimelineSources {
  isbnOf: (bookId: number) => string | null;
  statusPath: string;
}

/** Presents a purchase with everything that is known of it; names the services that did not respond. */
export function presentDeskPurchase(purchase: Purchase, sources: DetailSources): DeskPurchase {
  const { checkoutId, paymentId, orderId, cancelledFor, lines, shippingPaise, billing, shipping } = purchase;
  const { payment, mails, isbnOf, statusPath } = sources;
  return {
    ...presentRow(purchase),
    checkout_id: checkoutId,
    payment_id: paymentId,
    order_id: orderId,
    cancelled_for: cancelledFor ?? null,
    lines: lines.map((line) => ({
      id: line.id,
      book_id: line.bookId,
      title: line.title,
      quantity: line.quantity,
      isbn: isbnOf(line.bookId),
      picture_url: line.pictureUrl,
      list_paise: line.listPaise,
      unit_paise: line.unitPaise,
      shipping_date: line.shipping_date,
      delivered_date: line.delivered_date,
    })),
    shipping_paise: shippingPaise,
    billing,
    shipping,
    status_path: statusPath,
    credit_notes: creditNotesOf(purchase).map(({ number, date, amountPaise }) => ({
      number,
      date,
      amount_paise: amountPaise,
    })),
    disputes: purchase.disputes ?? [],
    refunds: payment?.refunds ?? null,
    payment_method: payment?.method ?? null,
    mails: mails?.mails ?? null,
    timeline: timelineOf(purchase, sources),
    missing: [
      ...(payment === null ? (['payments'] as const) : []),
      ...(mails === null ? (['mails'] as const) : []),
    ],
  };
}
