import type { OrderDetails, PurchaseStage, PurchaseStatus } from '#shared/payment/payment-api.ts';

function stageOf({ status, lines, total_paise, refunded_paise }: OrderDetails): PurchaseStage {
  const sent = lines.filter(({ is_cancelled }) => !is_cancelled);
  if (status === 'CANCELLED' || sent.length === 0)
    return refunded_paise >= total_paise ? 'refunded' : 'cancelled';
  if (sent.every(({ delivered_date }) => delivered_date !== null)) return 'delivered';
  return sent.every(({ shipping_date }) => shipping_date !== null) ? 'shipped' : 'mailed';
}

/** Returns how far an order by hand is, of which the service of payments knows nothing, from the order itself. */
export const statusOfHandOrder = (order: OrderDetails): PurchaseStatus => ({
  stage: stageOf(order),
  isExpired: false,
  isByHand: true,
  totalPaise: order.total_paise,
  lines: order.lines.map(({ title, quantity, shipping_date, delivered_date, is_cancelled }) => ({
    title,
    quantity,
    shipping_date,
    delivered_date,
    is_cancelled,
  })),
  packed_at: order.packed_at,
  purchase_number: order.purchase_number,
  cancelled_for: order.cancelled_for,
  help: order.help,
  refundedPaise: order.refunded_paise,
  isDisputed: false,
});
