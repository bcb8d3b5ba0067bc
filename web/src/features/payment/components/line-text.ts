import type { OrderDetails, PurchaseStatus } from '#shared/payment/payment-api.ts';
import { formatDay } from '#shared/text/dates.ts';

type KnownOrder = Pick<OrderDetails, 'shipments'> & {
  lines: readonly Pick<OrderDetails['lines'][number], 'id' | 'refunded_copies'>[];
};

/** Returns where the copies of a line are, and how many of them were refunded. Its order is known to the buyer alone. */
export function lineText(
  line: PurchaseStatus['lines'][number],
  order: KnownOrder | undefined,
  index: number,
): string {
  const { shipping_date: shipped, delivered_date: delivered, is_cancelled: isCancelled = false } = line;
  if (isCancelled) return 'Cancelled, refunded';
  const known = order?.lines[index];
  const parcel =
    known === undefined ? undefined : order?.shipments.findLast(({ lines }) => lines.includes(known.id));
  const refunded = known?.refunded_copies ?? 0;
  return [
    placeOf(parcel?.returned_date ?? null, delivered ?? null, shipped ?? null),
    refunded > 0 ? `${refunded} of ${line.quantity} refunded` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function placeOf(cameBack: string | null, delivered: string | null, shipped: string | null): string {
  if (cameBack !== null) return `Returned to the shop on ${formatDay(cameBack)}`;
  if (delivered !== null) return `Delivered on ${formatDay(delivered)}`;
  return shipped === null ? '' : `Shipped on ${formatDay(shipped)}`;
}
