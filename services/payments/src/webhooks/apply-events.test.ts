import { expect, it } from 'vitest';
import { aCheckout } from '../checkouts/checkout-builder.ts';
import { createApplyEvents } from './apply-events.ts';
import type { ProviderEvent } from './provider-events.ts';

const eventOf = (_id: string, order_id: string, fields: object = {}): ProviderEvent => ({
  _id,
  body: JSON.stringify({
    payload: {
      payment: {
        entity: { id: 'pay_1', order_id, amount: 1, status: 'captured' },
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
      async end(ended) {
        for (const { id, state } of ended) done.push(`${id} ${state}`);
      },
      retry: async (id, state) => void done.push(`${id} again, ${state}`),
    },
    checkouts: {
      async findByOrders(orders) {
        done.push(`orders ${orders.join(' ')}`);
        return orders
          .filter((order) => order !== 'unknown')
          .map((providerOrderId) => aCheckout({ providerOrderId }));
      },
      checkRefundsNow: async (id) => void done.push(`refunds of ${id}`),
    },
    updates: {
      async sync({ providerOrderId }, by, paymentId) {
        if (providerOrderId === 'broken') throw new Error('no answer');
        done.push(`${paymentId} of ${providerOrderId} read`);
        return [];
      },
    },
    returns: {
      async read(id, paymentId, disputeIds = []) {
        done.push(['returns of', id, paymentId, ...disputeIds].join(' '));
        return undefined;
      },
    },
    onFailure: (error) => void done.push(String(error)),
  });
  expect(await apply(20)).toMatchObject({ due: due.length });
  return done;
}

it('applies the other webhooks when one fails, which is tried again later', async () => {
  const unreadable = { ...eventOf('evt_2', 'order_2'), body: '{' };
  expect(await applyAll([eventOf('evt_1', 'broken'), unreadable, eventOf('evt_3', 'order_3')])).toEqual([
    'orders broken order_3',
    'Error: no answer',
    'evt_1 again, NEW',
    expect.stringMatching(/^SyntaxError/),
    'evt_2 again, NEW',
    'pay_1 of order_3 read',
    'evt_3 APPLIED',
  ]);
});

it.each([
  ['a refund', { refund: { entity: { id: 'rfnd_1' } } }, 'returns of co_1 pay_1'],
  ['a dispute', { dispute: { entity: { id: 'disp_1' } } }, 'returns of co_1 pay_1 disp_1'],
])('reads the payment and what goes back of it when the provider reports %s', async (_, entity, read) => {
  expect(await applyAll([eventOf('evt_1', 'order_1', entity)])).toEqual([
    'orders order_1',
    'pay_1 of order_1 read',
    read,
    'refunds of co_1',
    'evt_1 APPLIED',
  ]);
});

it('reads the checkouts of a batch together, and one again after its payment was read', async () => {
  const first = eventOf('evt_1', 'order_1');
  const due = [first, eventOf('evt_2', 'order_1'), eventOf('evt_3', 'unknown')];
  expect(await applyAll(due)).toEqual([
    'orders order_1 unknown',
    'pay_1 of order_1 read',
    'orders order_1',
    'pay_1 of order_1 read',
    'evt_3 again, UNMATCHED',
    'evt_1 APPLIED',
    'evt_2 APPLIED',
  ]);
});
