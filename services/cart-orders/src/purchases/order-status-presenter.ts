import type { OrderHelp, OrderStatusResponse, PurchaseProgress } from '@vidhi/contracts/order-status.ts';
import { presentShipment } from '../desk/desk-presenter.ts';
import { refundedCopies } from '../desk/refunds.ts';
import { buyerTimelineOf } from '../requests/buyer-timeline.ts';
import { presentRequests, requestableOf } from '../requests/order-requests.ts';
import { creditNotesOf, type Purchase, needsAddress } from './purchase.ts';

export interface StatusOptions {
  /** The key of its link. */
  key: string;
  help: OrderHelp;
  /** Days after the delivery for which books can be returned. */
  returnDays: number;
  now?: Date;
}

/** Presents a purchase to its buyer, with its addresses. */
export function presentOrderStatus(purchase: Purchase, options: StatusOptions): OrderStatusResponse {
  const { key, help, returnDays, now = new Date() } = options;
  const { checkoutId, purchaseNumber, status, cancelledFor, createdAt, lines, shippingPaise, totalPaise } =
    purchase;
  const { billing, shipping, bill, returnedPaise = 0 } = purchase;
  return {
    data: {
      checkout_id: checkoutId,
      key,
      purchase_number: purchaseNumber ?? null,
      status,
      cancelled_for: cancelledFor ?? null,
      createdAt: createdAt.toISOString(),
      lines: lines.map((line) => ({
        id: line.id,
        book_id: line.bookId,
        title: line.title,
        quantity: line.quantity,
        unit_paise: line.unitPaise,
        shipping_date: line.shipping_date,
        delivered_date: line.delivered_date,
        refunded_copies: refundedCopies(purchase, line.id),
        is_cancelled: line.isCancelled === true,
      })),
      packed_at: purchase.packedAt?.toISOString() ?? null,
      shipments: (purchase.shipments ?? []).map(presentShipment),
      shipping_paise: shippingPaise,
      total_paise: totalPaise,
      billing,
      shipping,
      needs_address: needsAddress(purchase),
      bill_number: bill?.number ?? null,
      credit_note_number: creditNotesOf(purchase).at(-1)?.number ?? null,
      credit_notes: creditNotesOf(purchase).map(({ number, date, amountPaise }) => ({
        number,
        date,
        amount_paise: amountPaise,
      })),
      refunded_paise: returnedPaise,
      requests: presentRequests(purchase),
      requestable: requestableOf(purchase, now, returnDays),
      timeline: buyerTimelineOf(purchase),
      help,
    },
  };
}

/** Presents what anybody with the id of the checkout may read. */
export const presentProgress = (
  { purchaseNumber, cancelledFor, lines, packedAt }: Purchase,
  help: OrderHelp,
): PurchaseProgress => ({
  purchaseNumber: purchaseNumber ?? null,
  cancelledFor: cancelledFor ?? null,
  lines: lines.map(({ shipping_date, delivered_date, isCancelled }) => ({
    shippingDate: shipping_date,
    deliveredDate: delivered_date,
    ...(isCancelled === true ? { isCancelled } : {}),
  })),
  ...(packedAt === undefined ? {} : { packedAt: packedAt.toISOString() }),
  help,
});
