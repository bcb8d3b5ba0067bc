import { beforeEach, describe, expect, it } from 'vitest';
import { aCheckout } from '../checkouts/checkout-builder.ts';
import {
  ProviderRejectedError,
  ProviderUnavailableError,
  type ProviderPayment,
} from '../razorpay/provider.ts';
import { createReplayPayment } from './replay-payment.ts';

const PAYMENT: ProviderPayment = {
  id: 'pay_1',
  order_id: 'order_1',
  amount: 55_000,
  currency: 'INR',
  status: 'captured',
  method: 'upi',
  captured: true,
  amount_refunded: 0,
};

let done: string[];
let found: () => Promise<ProviderPayment>;
const replay = createReplayPayment({
  provider: { findPayment: async () => found() },
  checkouts: {
    findByOrder: async (orderId) => (orderId === 'order_1' ? { ...aCheckout(), _id: 'co_1' } : null),
    checkRefundsNow: async (id) => void done.push(`refunds ${id}`),
  },
  updates: {
    async sync({ _id }, by, paymentId) {
      done.push(`sync ${_id} ${by} ${paymentId}`);
      return [];
    },
  },
  returns: {
    async read(id, paymentId) {
      done.push(`returns ${id} ${paymentId}`);
      return undefined;
    },
  },
});

beforeEach(() => {
  done = [];
  found = async () => PAYMENT;
});

describe('a payment whose webhook was lost', () => {
  it('is applied as the provider has it now, with its refunds', async () => {
    expect(await replay('pay_1')).toEqual({
      outcome: 'applied',
      status: 'captured',
      amountPaise: 55_000,
      checkoutId: 'co_1',
    });
    expect(done).toEqual(['sync co_1 listing pay_1', 'returns co_1 pay_1', 'refunds co_1']);
  });

  it.each(['order_other', null])('of no checkout of this site changes nothing (%s)', async (order_id) => {
    found = async () => ({ ...PAYMENT, order_id });
    expect(await replay('pay_1')).toMatchObject({ outcome: 'foreign', checkoutId: null });
    expect(done).toEqual([]);
  });

  it('that the provider does not know is unknown', async () => {
    found = async () => Promise.reject(new ProviderRejectedError('no such payment'));
    expect(await replay('pay_1')).toMatchObject({ outcome: 'unknown', status: null });
  });

  it('fails while the provider does not respond: nobody knows then', async () => {
    found = async () => Promise.reject(new ProviderUnavailableError('down'));
    await expect(replay('pay_1')).rejects.toThrow('down');
  });
});
