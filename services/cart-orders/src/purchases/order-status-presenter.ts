import type { OrderHelp, OrderStatusResponse, PurchaseProgress } from '@vidhi/contracts/order-status.ts';
import { creditNotesOf, type Purchase, needsAddress } from './purchase.ts';

/** Presents a purchase to its buyer, with its addresses. */
export function presentOrderStatus(purchase: Purchase, key: string, help: OrderHelp): OrderStatusResponse {
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
      lines: lines.map(({ id, bookId, title, quantity, unitPaise, shipping_date, delivered_date }) => ({
        id,
        book_id: bookId,
        title,
        quantity,
        unit_paise: unitPaise,
        shipping_date,
        delivered_date,
      })),
      shipping_paise: shippingPaise,
      total_paise: totalPaise,
      billing,
      shipping,
      needs_address: needsAddress(purchase),
      bill_number: bill?.number ?? null,
      credit_note_number: creditNotesOf(purchase).at(-1)?.number ?? null,
      refunded_paise: returnedPaise,
      help,
    },
  };
}

/** Presents what anybody with the id of the checkout may read. */
export const presentProgress = (
  { purchaseNumber, cancelledFor, lines }: Purchase,
  help: OrderHelp,
): PurchaseProgress => ({
  purchaseNumber: purchaseNumber ?? null,
  cancelledFor: cancelledFor ?? null,
  lines: lines.map(({ shipping_date, delivered_date }) => ({
    shippingDate: shipping_date,
    deliveredDate: delivered_date,
  })),
  help,
});
