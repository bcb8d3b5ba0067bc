import { describe, expect, it } from 'vitest';
import { lineText } from './line-text.ts';

const line = (shipped: string | null, delivered: string | null = null) => ({
  title: 'Evidence',
  quantity: 2,
  shipping_date: shipped,
  delivered_date: delivered,
});
const parcel = (returned: string | null) => ({
  id: 1,
  carrier: 'India Post',
  number: null,
  url: null,
  lines: [31],
  date: '2026-03-02',
  delivered_date: null,
  returned_date: returned,
});
const order = (returned: string | null, refunded = 0) => ({
  lines: [{ id: 31, refunded_copies: refunded }],
  shipments: [parcel(returned)],
});

describe('a book of an order', () => {
  it.each([
    ['', line(null), undefined],
    ['Shipped on 2 Mar 2026', line('2026-03-02'), undefined],
    ['Delivered on 4 Mar 2026', line('2026-03-02', '2026-03-04'), order(null)],
    ['Delivered on 4 Mar 2026, 1 of 2 refunded', line('2026-03-02', '2026-03-04'), order(null, 1)],
    ['Returned to the shop on 5 Mar 2026', line('2026-03-02'), order('2026-03-05')],
    ['Cancelled, refunded', { ...line(null), is_cancelled: true }, order(null, 2)],
  ])('is %j', (text, of, known) => {
    expect(lineText(of, known, 0)).toBe(text);
  });
});
