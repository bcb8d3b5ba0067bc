import { outboxOf } from '@vidhi/outbox/outbox-document.ts';
import type { Checkout } from './checkout.ts';

/** Creates a checkout of one book for ₹500, whose order at the provider nobody has paid. */
export const aCheckout = (fields: Partial<Checkout> = {}): Checkout => ({
  ...outboxOf([]),
  _id: 'co_1',
  idemKey: 'key:0',
  receipt: 'a-guest-cart-of-some-length',
  userId: null,
  snapshot: { lines: [], shippingPaise: 10_000, totalPaise: 50_000, hash: 'hash' },
  billing: null,
  shipping: null,
  status: 'ORDERED',
  providerOrderId: 'order_1',
  refunds: [],
  checks: 0,
  createdAt: new Date('2026-11-01T10:00:00Z'),
  history: [],
  ...fields,
});
