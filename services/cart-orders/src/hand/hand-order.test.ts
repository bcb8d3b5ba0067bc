import { describe, expect, it } from 'vitest';
import type { HandOrderBody } from '@vidhi/contracts/hand-orders.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import { BUYER } from '../cart-app-builder.ts';
import { handCheckoutId, handText, readHandOrder } from './hand-order.ts';

type Data = HandOrderBody['data'];

const priceOf = (id: number) =>
  id > 2 ? null : { title: `Book ${id}`, listPaise: 50_000, unitPaise: 45_000 };
const FAIR: Data = {
  channel: 'fair',
  method: 'cash',
  lines: [{ book_id: 1, copies: 2 }],
  handed_over: true,
};
const SENT: Data = {
  ...FAIR,
  channel: 'phone',
  method: 'upi',
  reference: ' 402218771234 ',
  handed_over: false,
  shipping_paise: 5_000,
  billingAddress: { ...BUYER, city: 'Pune', state: 'Maharashtra' },
  sameAddress: 'Yes',
};
const read = (data: Data) => readHandOrder(data, priceOf);
function messageOf(data: Data): string {
  try {
    read(data);
  } catch (error) {
    if (error instanceof WireError && error.status === 400) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('an order by hand', () => {
  it('has the prices of the catalogue, and those that were agreed on below the price of the book', () => {
    expect(read(FAIR)).toMatchObject({
      lines: [{ bookId: 1, title: 'Book 1', quantity: 2, listPaise: 50_000, unitPaise: 45_000 }],
      shippingPaise: 0,
      totalPaise: 90_000,
      billing: null,
      shipping: null,
    });
    const agreed = { ...FAIR, lines: [{ book_id: 1, copies: 3, unit_paise: 40_000 }] };
    expect(read(agreed)).toMatchObject({ totalPaise: 120_000 });
  });

  it('that is sent has the addresses of the checkout, with the reference of its payment', () => {
    expect(read(SENT)).toMatchObject({
      hand: { channel: 'phone', method: 'upi', reference: '402218771234', name: null },
      totalPaise: 95_000,
      billing: { name: BUYER.name, city: 'Pune' },
      shipping: { pincode: BUYER.pincode },
    });
  });

  it.each<[string, Data, string]>([
    [
      'no reference',
      { ...FAIR, method: 'cheque', reference: ' ' },
      'The number of the payment is required, unless it is cash',
    ],
    [
      'an address that cannot be mailed',
      { ...FAIR, email: 'asha@example..com' },
      'The email must be a valid email address.',
    ],
    [
      'a book that is not for sale',
      { ...FAIR, lines: [{ book_id: 9, copies: 1 }] },
      'Book 9 is not for sale',
    ],
    [
      'a price above that of the book',
      { ...FAIR, lines: [{ book_id: 1, copies: 1, unit_paise: 50_001 }] },
      'Book 1 may not cost more than its price of ₹500.00',
    ],
    [
      'a book twice',
      {
        ...FAIR,
        lines: [
          { book_id: 1, copies: 1 },
          { book_id: 1, copies: 2 },
        ],
      },
      'A book is in two lines',
    ],
    [
      'nothing to pay',
      { ...FAIR, lines: [{ book_id: 1, copies: 1, unit_paise: 0 }] },
      'The order has no amount',
    ],
    [
      'shipping of what was handed over',
      { ...FAIR, shipping_paise: 100 },
      'Books that were handed over have no shipping charge',
    ],
  ])('is rejected with %s', (_, data, message) => {
    expect(messageOf(data)).toBe(message);
  });

  it('is rejected where it is to be sent without an address', () => {
    expect(messageOf({ ...SENT, billingAddress: undefined })).toMatch(/errors occurred/);
  });

  it('is another request when anything of it differs', () => {
    const fingerprints = [FAIR, SENT, { ...FAIR, name: 'Asha' }, { ...FAIR, channel: 'shop' as const }].map(
      (data) => read(data).hand.fingerprint,
    );
    expect(new Set(fingerprints).size).toBe(4);
    expect(read({ ...FAIR }).hand.fingerprint).toBe(fingerprints[0]);
    expect(handCheckoutId('key-1')).toBe(handCheckoutId('key-1'));
    expect(handCheckoutId('key-1')).not.toBe(handCheckoutId('key-2'));
  });

  it('says in its history how it came about', () => {
    expect(handText(read(FAIR).hand)).toBe('Written down by staff. At a book fair, paid by Cash');
    expect(handText(read(SENT).hand)).toBe(
      'Written down by staff. By phone, paid by UPI, reference 402218771234',
    );
  });
});
