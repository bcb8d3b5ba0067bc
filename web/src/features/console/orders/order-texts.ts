import type { Fulfilment, RefundState } from '@vidhi/contracts/shop-desk.ts';

/** Names of the states of an order. */
export const STATUS_NAMES: Readonly<Record<Fulfilment, string>> = {
  unshipped: 'To ship',
  partly_shipped: 'Partly shipped',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};
/** Colours of antd's tags; each state has its name beside. */
export const STATUS_COLOURS: Readonly<Record<Fulfilment, string>> = {
  unshipped: 'gold',
  partly_shipped: 'gold',
  shipped: 'blue',
  delivered: 'green',
  cancelled: 'default',
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

/** Lists that the desk opens with one press, with the filters of each. */
export const VIEWS = [
  { key: 'ship', name: 'To ship', filters: { unshipped: 'true', sort: 'created_at' } },
  { key: 'all', name: 'All', filters: {} },
  { key: 'requests', name: 'Requests', filters: { request: 'open' } },
  { key: 'problem', name: 'Problems', filters: { problem: 'true' } },
  { key: 'shipped', name: 'Shipped', filters: { status: 'shipped' } },
  { key: 'cancelled', name: 'Cancelled', filters: { status: 'cancelled' } },
] as const;
export type ViewKey = (typeof VIEWS)[number]['key'];

export const EMPTY: Readonly<Record<ViewKey, string>> = {
  ship: 'Everything is shipped.',
  all: 'There are no orders yet.',
  requests: 'No buyer waits for a decision.',
  problem: 'No payment needs your attention.',
  shipped: 'No parcel is on its way.',
  cancelled: 'No order was cancelled.',
};

/** Returns the age of an order in whole days, for those that wait. */
export function waitingDays(createdAt: string, now: number): string {
  const days = Math.floor((now - Date.parse(createdAt)) / 86_400_000);
  return days === 0 ? 'today' : days === 1 ? 'for 1 day' : `for ${days} days`;
}
