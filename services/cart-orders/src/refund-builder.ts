import type { ShopRefund } from './purchases/purchase.ts';

/** Creates a refund of the shop that was paid. */
export const aRefund = (values: Partial<ShopRefund> = {}): ShopRefund => ({
  id: 'refund0123',
  fingerprint: 'f',
  amountPaise: 45_000,
  lines: [],
  shippingPaise: 0,
  reason: 'damaged',
  restock: false,
  state: 'DONE',
  at: new Date('2026-10-05T09:00:00Z'),
  by: 11,
  ...values,
});

/** Creates a refund that the bank of the buyer returned. */
export const aFailedRefund = (values: Partial<ShopRefund> = {}): ShopRefund =>
  aRefund({ id: 'failed0123', state: 'FAILED', failure: 'returned', ...values });
