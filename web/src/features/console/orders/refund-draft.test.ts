import { describe, expect, it } from 'vitest';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import {
  EMPTY_DRAFT,
  draftFault,
  draftOfReturn,
  draftPaise,
  refundOf,
  shippingLeft,
} from './refund-draft.ts';

const order = {
  left_paise: 100_000,
  may_refund_paise: 100_000,
  shipping_paise: 10_000,
  refunds: [],
  lines: [
    { id: 1, unit_paise: 45_050 },
    { id: 2, unit_paise: 9_999 },
  ],
} as unknown as DeskPurchase;

describe('a refund that is filled in', () => {
  it('is of copies, shipping and an amount, to the paisa', () => {
    const draft = {
      ...EMPTY_DRAFT,
      copies: { 1: 1, 2: 2 },
      shipping: 50,
      amount: 0.29,
      reason: ' torn ',
      restock: true,
    };
    expect(draftPaise(order, draft)).toBe(45_050 + 19_998 + 5_000 + 29);
    expect(refundOf(draft)).toEqual({
      lines: [
        { id: 1, copies: 1 },
        { id: 2, copies: 2 },
      ],
      shipping_paise: 5_000,
      amount_paise: 29,
      reason: 'torn',
      restock: true,
    });
  });

  it('has no parts that are empty, and puts nothing back without copies', () => {
    const draft = { ...EMPTY_DRAFT, copies: { 1: 0 }, amount: 10, reason: 'late', restock: true };
    expect(refundOf(draft)).toEqual({ amount_paise: 1_000, reason: 'late', restock: false });
  });

  it.each([
    [{ ...EMPTY_DRAFT, reason: 'x' }, 'Choose copies, shipping or an amount.'],
    [{ ...EMPTY_DRAFT, amount: 1_000.01, reason: 'x' }, 'This is more than is left of the payment.'],
    [{ ...EMPTY_DRAFT, amount: 1_000 }, 'Give a reason.'],
    [{ ...EMPTY_DRAFT, amount: 1_000, reason: 'x' }, null],
  ])('%# says what is missing', (draft, fault) => {
    expect(draftFault(order, draft)).toBe(fault);
  });

  it('is of the copies that came back, without those that were refunded before', () => {
    const request = {
      id: 1,
      kind: 'return' as const,
      lines: [
        { id: 1, copies: 2 },
        { id: 2, copies: 1 },
      ],
      reason: 'Torn',
      state: 'accepted' as const,
      at: '2026-11-05T06:30:00.000Z',
      decided_at: null,
      reply: null,
    };
    const lines = [
      { id: 1, quantity: 3, refunded_copies: 2 },
      { id: 2, quantity: 4, refunded_copies: 1 },
    ] as unknown as DeskPurchase['lines'];
    expect(draftOfReturn({ lines }, request)).toEqual({
      ...EMPTY_DRAFT,
      copies: { 1: 1, 2: 1 },
      reason: 'Returned: Torn',
    });
  });

  it('is of no more shipping than is left', () => {
    const settled = { at: '2026-11-05T06:30:00.000Z', by: 11, reason: 'By bank transfer' };
    const refunds = [
      { state: 'DONE', shipping_paise: 4_000 },
      { state: 'FAILED', shipping_paise: 1_000 },
      { state: 'FAILED', shipping_paise: 500, settled },
    ] as unknown as DeskPurchase['refunds'];
    expect(shippingLeft({ ...order, refunds })).toBe(5_500);
    const draft = { ...EMPTY_DRAFT, shipping: 55, reason: 'x' };
    expect(draftFault({ ...order, refunds }, draft)).toBeNull();
    expect(draftFault({ ...order, refunds }, { ...draft, shipping: 55.01 })).toBe(
      'This is more than is left of the shipping charge.',
    );
  });

  it('is of no more than the desk may refund', () => {
    const draft = { ...EMPTY_DRAFT, amount: 60, reason: 'x' };
    expect(draftFault({ ...order, may_refund_paise: 5_000 }, draft)).toContain('more than you may refund');
    expect(draftFault({ ...order, may_refund_paise: 6_000 }, draft)).toBeNull();
  });
});
