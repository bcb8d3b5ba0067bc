import { expect, it } from 'vitest';
import { aCheckout } from '../checkouts/checkout-builder.ts';
import { createApplyEvents } from './apply-events.ts';
import type { ProviderEvent } from './provider-events.ts';

const eventOf = (_id: string, order_id: string, fields: object = {}): ProviderEvent => ({
  _id,
  body: JSON.stringify({
    payload: {
      payment: {
        entity: { id: 'pay_1', order_id, amount: 1, currency: 'INR', status: 'captured', method: 'upi' },
      },
      ...fields,
    },
  }),
  receivedAt: new Date(),
  state: 'NEW',
  attempts: 0,
});

/** Applies these events; a lookup of the order `broken` rejects. Resolves with what was done. */
async function applyAll(due: ProviderEvent[]): Promise<string[]> {
  const done: string[] = [];
  const apply = createApplyEvents({
    events: {
      findDue: async () => due,
      end: async (id, state) => void done.push(`${id} ${state}`),
      retry: async (id, state) => void done.push(`${id} again, ${state}`),
    },
    checkouts: {
      async findByOrder(providerOrderId) {
        if (providerOrderId === 'broken') throw new Error('no answer');
        return aCheckout({ providerOrderId });
      },
      checkRefundsNow: async (id) => void done.push(`refunds of ${id}`),
    },
    updates: {
      applyPaymentUpdate: async (_checkout, { order_id }) => void done.push(`payment of ${order_id}`),
      sync: async () => [],
    },
    onFailure: (error) => void done.push(String(error)),
  });
  expect(await apply(20)).toBe(due.length);
  return done;
}

it('applies the other webhooks when one fails, which is tried again later', async () => {
  const unreadable = { ...eventOf('evt_2', 'order_2'), body: '{' };
  expect(await applyAll([eventOf('evt_1', 'broken'), unreadable, eventOf('evt_3', 'order_3')])).toEqual([
    'Error: no answer',
    'evt_1 again, NEW',
    expect.stringMatching(/^SyntaxError/),
    'evt_2 again, NEW',
    'payment of order_3',
    'evt_3 APPLIED',
  ]);
});

it('asks for the refunds of a checkout when the provider reports one', async () => {
  const refund = { refund: { entity: { id: 'rfnd_1' } } };
  expect(await applyAll([eventOf('evt_1', 'order_1', refund)])).toEqual(['refunds of co_1', 'evt_1 APPLIED']);
});
