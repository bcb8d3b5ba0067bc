import { expect, it } from 'vitest';
import { policyLinksOf } from './return-policy.ts';

it('links the conditions of the shop for which there is a page, one of each kind', () => {
  expect(policyLinksOf(['shipping-policy', 'refunds', 'refund-policy', 'about', null])).toEqual([
    { label: 'Returns and refunds', name: 'refund-policy' },
    { label: 'Shipping', name: 'shipping-policy' },
  ]);
  expect(policyLinksOf(['cancellation-policy'])).toEqual([
    { label: 'Cancellation', name: 'cancellation-policy' },
  ]);
  expect(policyLinksOf([])).toEqual([]);
});
