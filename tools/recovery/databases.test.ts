import { expect, it } from 'vitest';
import { DATABASES } from './databases.ts';

it('are those of all services with MongoDB, with the topics that they publish', () => {
  expect(DATABASES.map(({ service }) => service)).toEqual([
    'news',
    'catalog',
    'accounts',
    'cart-orders',
    'payments',
    'notify',
  ]);
  expect(DATABASES.find(({ service }) => service === 'cart-orders')).toEqual({
    service: 'cart-orders',
    database: 'vidhi_cart_orders',
    topics: ['orders.purchases', 'site.audit'],
  });
});
