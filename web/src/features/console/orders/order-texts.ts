import type { Fulfilment, RefundState } from '@vidhi/contracts/shop-desk.ts';

/** Names of the states of an order. */
export const STATUS_NAMES: Readonly<Record<Fulfilment, string>> = {
  unshipped: 'To ship',
  partly_shipped: 'Partly shipped',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};
export const REFUND_NAMES: Readonly<Record<RefundState, string>> = {
  none: 'Paid',
  partial: 'Partly refunded',
  full: 'Refunded',
};

const RUPEES = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
/** Returns an amount as people read it: `₹1,234.50`. */
export const rupees = (paise: number): string => RUPEES.format(paise / 100);

export const copies = (count: number): string => (count === 1 ? '1 copy' : `${count} copies`);

/** Returns the age of an order in whole days, for those that wait. */
export function waitingDays(createdAt: string, now: number): string {
  const days = Math.floor((now - Date.parse(createdAt)) / 86_400_000);
  return days === 0 ? 'today' : days === 1 ? 'for 1 day' : `for ${days} days`;
}
