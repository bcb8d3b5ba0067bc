import { describe, expect, it } from 'vitest';
import { EMPTY_HAND_DRAFT, handFault, handOrderOf, handPaise, type HandDraft } from './hand-draft.ts';

const BOOK = { id: 7, title: 'Evidence', list_paise: 50_000, unit_paise: 45_050, free: 3 };
const draft = (fields: Partial<HandDraft> = {}): HandDraft => ({
  ...EMPTY_HAND_DRAFT,
  lines: [{ book: BOOK, copies: 2, price: null }],
  reference: ' 402218771234 ',
  ...fields,
});

describe('an order by hand that is filled in', () => {
  it('has the price of the shop, or the one that was typed, and the shipping charge, to the paisa', () => {
    expect(handPaise(draft({ shipping: 50.5 }))).toBe(95_150);
    expect(handPaise(draft({ lines: [{ book: BOOK, copies: 3, price: 399.99 }] }))).toBe(119_997);
    expect(handPaise(draft({ shipping: 50, isHandedOver: true }))).toBe(90_100);
    expect(handOrderOf(draft({ shipping: 50 }), { sameAddress: 'Yes' })).toEqual({
      data: {
        channel: 'phone',
        method: 'upi',
        reference: '402218771234',
        lines: [{ book_id: 7, copies: 2, unit_paise: 45_050 }],
        shipping_paise: 5_000,
        handed_over: false,
        sameAddress: 'Yes',
      },
    });
  });

  it('has no shipping charge when it was handed over', () => {
    expect(handOrderOf(draft({ shipping: 50, isHandedOver: true }), {}).data).not.toHaveProperty(
      'shipping_paise',
    );
  });

  it.each<[Partial<HandDraft>, string | null]>([
    [{ lines: [] }, 'Choose the books.'],
    [{ lines: [{ book: BOOK, copies: null, price: null }] }, 'How many copies of Evidence?'],
    [
      { lines: [{ book: BOOK, copies: 4, price: null }] },
      'Only 3 free copies of Evidence: if there are more on your shelf, receive them under Stock first.',
    ],
    [
      { lines: [{ book: BOOK, copies: 1, price: 500.01 }] },
      'Evidence may not cost more than its printed price.',
    ],
    [{ lines: [{ book: { ...BOOK, unit_paise: null }, copies: 1, price: null }] }, 'Evidence has no price.'],
    [{ reference: ' ' }, 'Give the number of the payment.'],
    [{ reference: '', method: 'cash' }, null],
    [{ lines: [{ book: BOOK, copies: 1, price: 0 }] }, 'The order has no amount.'],
    [{ lines: [{ book: { ...BOOK, free: null }, copies: 900, price: null }] }, null],
  ])('%# says what is missing', (fields, fault) => {
    expect(handFault(draft(fields))).toBe(fault);
  });
});
