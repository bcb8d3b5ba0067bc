import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { PurchaseProgress } from '@vidhi/contracts/order-status.ts';
import { aCheckout } from './checkout-builder.ts';
import type { Checkout } from './checkout.ts';
import { statusRoutes } from './status-routes.ts';

type Line = PurchaseProgress['lines'][number];
const DAY = '2026-11-03';
const waiting: Line = { shippingDate: null, deliveredDate: null };
const cancelled: Line = { ...waiting, isCancelled: true };
const shipped: Line = { shippingDate: DAY, deliveredDate: null };
const delivered: Line = { shippingDate: DAY, deliveredDate: DAY };
const REFUND = { id: 'rfnd_1', paymentId: 'pay_1', amountPaise: 10_000, status: 'processed' as const };

async function stageOf(lines: Line[], fields: Partial<Checkout> = {}): Promise<string> {
  const checkout = aCheckout({ status: 'FULFILLED', paymentId: 'pay_1', purchaseId: 'pu_1', ...fields });
  const help = { email: 'care@vidhi.example', phone: '+91 20 1234 5678' };
  const app = Fastify();
  await app.register(statusRoutes, {
    checkouts: { find: async () => checkout },
    isMailed: async () => true,
    findProgress: async () => ({ purchaseNumber: '7KM3QX9TRA', cancelledFor: null, lines, help }),
  });
  const response = await app.inject('/api/payment/status/co_1');
  await app.close();
  return response.json().data.stage;
}

it.each<[string, Line[], string]>([
  ['nothing', [waiting, waiting], 'mailed'],
  ['one of two', [shipped, waiting], 'mailed'],
  ['both', [shipped, delivered], 'shipped'],
  ['one, while the other was refunded before it was shipped', [shipped, cancelled], 'shipped'],
  ['one that has arrived, while the other was refunded before', [delivered, cancelled], 'delivered'],
  ['nothing, as all of it was refunded before', [cancelled, cancelled], 'cancelled'],
])('a purchase of which %s was shipped has its stage', async (_, lines, stage) => {
  expect(await stageOf(lines)).toBe(stage);
});

it('a purchase whose copies were all refunded, and not the shipping charge, is refunded', async () => {
  const returns = { refunds: [REFUND], disputes: [], rev: 1, at: new Date(0) };
  expect(await stageOf([cancelled], { returns })).toBe('refunded');
  expect(await stageOf([shipped, cancelled], { returns })).toBe('shipped');
});
