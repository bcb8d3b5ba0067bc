import type { PurchaseStatus } from '#shared/payment/payment-api.ts';
import { formatDay } from '#shared/text/dates.ts';

export interface Step {
  name: string;
  about: string;
  isReached: boolean;
  /** Whether it is a bad end. */
  isFailure?: boolean;
}

/** Why there is no order, by the reason of its cancellation. */
const WHY: Readonly<Record<string, string>> = {
  'no-copies': 'We could not place the order: the book was sold out when your payment arrived.',
  'bought-before': 'We could not place the order: this cart was already paid for.',
  'link-cancelled':
    'We could not place the order: the seller had cancelled its payment link before you paid.',
  staff: 'The seller has cancelled the order. It will not be sent.',
  refunded: 'The payment was refunded, so the order will not be sent.',
};
const WHY_UNKNOWN = 'The order was cancelled. It will not be sent.';

/** Returns the days of a date of the lines, first to last, without repetition. */
const daysOf = (dates: readonly (string | null | undefined)[]): string[] => [
  ...new Set(
    dates
      .filter((date) => date !== null && date !== undefined)
      .toSorted()
      .map((date) => formatDay(date)),
  ),
];

/** Returns when the lines reached a state: `On 2 Mar 2026`, `2 of 3 books: on 2 Mar 2026`; empty before the first. */
function whenOf(dates: readonly (string | null | undefined)[]): string {
  const days = daysOf(dates);
  if (days.length === 0) return '';
  const done = dates.filter((date) => date !== null && date !== undefined).length;
  const when = `on ${days.join(', ')}`;
  return done === dates.length
    ? `${when.slice(0, 1).toUpperCase()}${when.slice(1)}.`
    : `${done} of ${dates.length} titles ${when}.`;
}

function aboutPacking(packedAt: string | null, isShipped: boolean): string {
  if (packedAt !== null) return `On ${formatDay(packedAt)}.`;
  return isShipped ? 'The shop has packed your books.' : 'When the shop has packed your books.';
}

/** Returns the day on which the last parcel came back to the shop; null while one of them is elsewhere. */
export function cameBackOn(parcels: readonly { returned_date: string | null }[]): string | null {
  const days = parcels.flatMap(({ returned_date: day }) => (day === null ? [] : [day]));
  return days.length < parcels.length ? null : (days.toSorted().at(-1) ?? null);
}

/**
 * Returns the steps of a purchase: Ordered, Paid, Packed, Shipped, Delivered, or Cancelled with the reason.
 * @param cameBack the day on which everything that was shipped came back undelivered; null otherwise
 */
export function stepsOf(purchase: PurchaseStatus, cameBack: string | null = null): Step[] {
  const { stage, isExpired, cancelled_for, packed_at: packed = null, isByHand = false } = purchase;
  // What was refunded before it was shipped is not sent.
  const lines = purchase.lines.filter(({ is_cancelled: isCancelled }) => isCancelled !== true);
  const isPaid = stage !== 'reserved';
  const ordered = {
    name: 'Ordered',
    about:
      stage === 'reserved' && !isExpired
        ? 'We are holding these books for you at these prices.'
        : 'These are the books that you ordered.',
    isReached: true,
  };
  const paid = (about: string): Step => ({ name: 'Paid', about, isReached: isPaid });
  if (stage === 'cancelled' || stage === 'refunded')
    return [
      ordered,
      paid('The payment has been received.'),
      { name: 'Cancelled', about: WHY[cancelled_for ?? ''] ?? WHY_UNKNOWN, isReached: true, isFailure: true },
      {
        name: 'Refunded',
        about: isByHand
          ? 'The shop will return the full amount to you, the same way you paid.'
          : stage === 'refunded'
            ? 'The full amount was refunded to your original payment method. It may take a few working days to appear in your account.'
            : 'The full amount is being refunded to your original payment method.',
        isReached: stage === 'refunded',
      },
    ];
  const isDelivered = stage === 'delivered';
  const isShipped = isDelivered || stage === 'shipped';
  return [
    ordered,
    paid(
      stage === 'reserved'
        ? 'The payment has not been received yet.'
        : stage === 'paid' || stage === 'confirmed'
          ? 'The payment has been received. The confirmation is on its way to your email address.'
          : 'The payment has been received. The confirmation was sent to your email address.',
    ),
    {
      name: 'Packed',
      about: aboutPacking(packed, isShipped),
      // Not every shop notes it before it ships.
      isReached: packed !== null || isShipped,
    },
    {
      name: 'Shipped',
      about:
        whenOf(lines.map((line) => line.shipping_date)) ||
        'We will email you when the books are on their way.',
      isReached: isShipped,
    },
    cameBack !== null && stage === 'shipped'
      ? {
          name: 'Returned to the shop',
          about: `The parcel was returned to the shop on ${formatDay(cameBack)}. Please write to the shop if you have not heard from it.`,
          isReached: true,
          isFailure: true,
        }
      : {
          name: 'Delivered',
          about: whenOf(lines.map((line) => line.delivered_date)) || 'When the books reach you.',
          isReached: isDelivered,
        },
  ];
}
