import { screen } from '@testing-library/react';

export const ID = `co_${'a'.repeat(26)}`;
export const KEY = 'k'.repeat(22);
export const NUMBER = '7KM3QX9TRA';
export const ADDRESS = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@rao.example',
  address: '1 Court Road, Kochi',
  pincode: '682001',
};

export const line = (shipping_date: string | null = null, delivered_date: string | null = null) => ({
  title: 'Evidence',
  quantity: 2,
  shipping_date,
  delivered_date,
});
export const DETAILS = {
  checkout_id: ID,
  key: KEY,
  purchase_number: NUMBER,
  billing: ADDRESS,
  shipping: { ...ADDRESS, name: 'Ravi Rao' },
  bill_number: 'BS/26-27/000001',
  credit_note_number: null,
  credit_notes: [],
  needs_address: false,
  status: 'CONFIRMED',
  lines: [
    { id: 31, book_id: 7, title: 'Evidence', quantity: 2, unit_paise: 22_450 },
    { id: 32, book_id: 8, title: 'Limitation', quantity: 1, unit_paise: 5_000 },
  ],
  shipping_paise: 10_000,
  refunded_paise: 0,
  packed_at: null,
  shipments: [],
  requests: [],
  requestable: [],
  timeline: [{ at: '2026-03-01T06:30:00.000Z', kind: 'order.created', text: 'Ordered and paid' }],
};

/** Resolves with the steps of the shown order that are done. */
export async function reached(): Promise<string[]> {
  await screen.findByText('Evidence');
  return screen
    .getAllByText(': done')
    .map(({ parentElement }) => (parentElement?.textContent ?? '').replace(': done', ''));
}
