import { expect, it } from 'vitest';
import { createOrderEvents } from './order-events.ts';

const META = { topic: 'orders.purchases', partition: 0, offset: '0' };

it('fulfil a checkout once', async () => {
  const fulfilled = new Map<string, string>();
  const handle = createOrderEvents({
    async fulfilled(id, purchaseId) {
      const isNew = !fulfilled.has(id);
      fulfilled.set(id, purchaseId);
      return isNew;
    },
  });
  const event = {
    id: 'order.created:pur_1:1',
    type: 'order.created',
    v: 1,
    aggregateId: 'pur_1',
    occurredAt: '2026-11-20T10:00:00.000Z',
    data: { checkoutId: 'co_1', purchaseId: 'pur_1' },
  };
  expect(await handle(event, META)).toBe('applied');
  expect(await handle(event, META)).toBe('duplicate');
  expect([...fulfilled]).toEqual([['co_1', 'pur_1']]);
});
