import { describe, expect, it } from 'vitest';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { PaymentLinkBody } from '@vidhi/contracts/payment-links.ts';
import { BUYER, LINK } from '../cart-app-builder.ts';
import { isPaymentLinkId, linkStateOf, paymentLinkId, readPaymentLink } from './payment-link.ts';

type Data = PaymentLinkBody['data'];

const ID = paymentLinkId('a-key');
const DATA: Data = {
  channel: 'phone',
  lines: [{ book_id: 1, copies: 2, unit_paise: 40_000 }],
  shipping_paise: 5_000,
  billingAddress: { ...BUYER, city: 'Pune', state: 'Maharashtra' },
  sameAddress: 'Yes',
  days: 7,
  mail: true,
};
const priceOf = (id: number) =>
  id > 2 ? null : { title: `Book ${id}`, listPaise: 50_000, unitPaise: 45_000 };
const read = (fields: Partial<Data> = {}) => readPaymentLink(ID, { ...DATA, ...fields }, priceOf);

describe('a payment link', () => {
  it('has the prices and the address of the desk, and lines of its own', () => {
    expect(read()).toMatchObject({
      channel: 'phone',
      lines: [
        { lineId: `${ID}:1`, lineRev: 0, bookId: 1, unitPaise: 40_000, listPaise: 50_000, quantity: 2 },
      ],
      totalPaise: 85_000,
      billing: { city: 'Pune' },
      days: 7,
      isMailed: true,
    });
  });

  it.each<[string, Partial<Data>]>([
    ['a book that is not for sale', { lines: [{ book_id: 9, copies: 1 }] }],
    ['a price above that of the book', { lines: [{ book_id: 1, copies: 1, unit_paise: 50_001 }] }],
    [
      'less than the provider takes',
      { lines: [{ book_id: 1, copies: 1, unit_paise: 99 }], shipping_paise: 0 },
    ],
    ['no address', { billingAddress: undefined }],
  ])('is rejected with %s', (_, fields) => {
    expect(() => read(fields)).toThrow(WireError);
  });

  it('is another request when anything of it differs, and another link under another key', () => {
    expect(read().fingerprint).toBe(read().fingerprint);
    for (const fields of [{ days: 8 }, { mail: false }, { shipping_paise: 0 }])
      expect(read(fields).fingerprint).not.toBe(read().fingerprint);
    expect(isPaymentLinkId(ID)).toBe(true);
    expect(paymentLinkId('another-key')).not.toBe(ID);
    expect([undefined, 'co_1', 'link_1'].some(isPaymentLinkId)).toBe(false);
  });

  it('expires by its time alone, and what ended it otherwise stays', () => {
    const end = LINK.expiresAt.getTime();
    expect([end - 1, end].map((now) => linkStateOf(LINK, now))).toEqual(['open', 'expired']);
    expect(linkStateOf({ ...LINK, state: 'CANCELLED' }, end)).toBe('cancelled');
    expect(linkStateOf({ ...LINK, state: 'PAID' }, end)).toBe('paid');
  });
});
