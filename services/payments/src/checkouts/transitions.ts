import type { CheckoutStatus } from './checkout.ts';

/** A change of status: from one of these, by one conditional write. A checkout in any other status is left as it is. */
export interface Transition {
  readonly from: readonly CheckoutStatus[];
  readonly to: CheckoutStatus;
}

/**
 * The transitions of a checkout, the only ones that the store makes. The README and the protocol model (`tests/protocol`) are
 * compared with them.
 */
export const TRANSITIONS = {
  /** The provider has its order. */
  order: { from: ['CREATED'], to: 'ORDERED' },
  /** A payment was reported, and may still fail. */
  attempt: { from: ['CREATED', 'ORDERED'], to: 'ATTEMPTED' },
  /** Nothing was paid for as long as the order is polled. */
  expire: { from: ['ORDERED', 'ATTEMPTED'], to: 'EXPIRED' },
  /** The provider has captured the amount, however late. */
  pay: { from: ['CREATED', 'ORDERED', 'ATTEMPTED', 'EXPIRED'], to: 'PAID' },
  /** cart-orders has stored the purchase. */
  fulfil: { from: ['PAID'], to: 'FULFILLED' },
} as const satisfies Record<string, Transition>;

/** Statuses of checkouts that may still be paid. */
export const UNPAID: CheckoutStatus[] = [...TRANSITIONS.pay.from];
