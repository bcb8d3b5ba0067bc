import { describe, expect, it } from 'vitest';
import { orderRefund } from '../desk/refunds.ts';
import { aBill } from '../bills/bill-content-builder.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { aFailedRefund, aRefund } from '../refund-builder.ts';
import { movesOfCancellation, movesOfShipping, withCopyMoves } from './copy-moves.ts';
import type { Purchase, ShopRefund } from './purchase.ts';

const ORIGIN = { at: new Date('2026-11-20T06:00:00Z'), by: 11 };
const { number, date, seller } = aBill();

/** Three copies of one line. */
const aSale = (values: Partial<Purchase> = {}): Purchase => ({
  ...aPurchase(7),
  lines: aPurchase(7).lines.map((line) => ({ ...line, quantity: 3 })),
  totalPaise: 145_000,
  bill: { number, date, seller },
  ...values,
});
const one = { id: 7, copies: 1, wasShipped: false };
const back = (refunds: ShopRefund[]): number[] =>
  movesOfCancellation(aSale({ refunds }), 'The order was cancelled', ORIGIN).map(({ copies }) => copies);

describe('the copies that a cancellation gives back', () => {
  it('are all of each line, under an id of the purchase and the line', () => {
    const purchase = aSale();
    expect(movesOfCancellation(purchase, 'The order was cancelled', ORIGIN)).toEqual([
      { id: `cancel:${purchase._id}:7`, lineId: 7, copies: 3, reason: 'The order was cancelled', ...ORIGIN },
    ]);
  });

  it.each<[string, ShopRefund[], number[]]>([
    ['without the copy that a refund has counted back', [aRefund({ lines: [one], restock: true })], [2]],
    ['without the copy that was refunded as damaged', [aRefund({ lines: [one] })], [2]],
    [
      'without the copy that a failed refund has counted back',
      [aFailedRefund({ lines: [one], restock: true })],
      [2],
    ],
    ['with the copy of a failed refund that has counted back none', [aFailedRefund({ lines: [one] })], [3]],
    ['with all after a refund of an amount alone', [aRefund({ amountPaise: 10_000 })], [3]],
    [
      'and none after a refund of every copy',
      [aRefund({ lines: [{ ...one, copies: 3 }], restock: true })],
      [],
    ],
    [
      'without a copy twice that a refund has taken over from a failed one',
      [
        aFailedRefund({ lines: [one], restock: true }),
        aRefund({ lines: [{ ...one, restocked: 0 }], restock: true }),
      ],
      [2],
    ],
  ])('are counted %s', (_, refunds, copies) => {
    expect(back(refunds)).toEqual(copies);
  });
});

describe('a copy that a failed refund has counted back', () => {
  const failed = aSale({ refunds: [aFailedRefund({ lines: [one], restock: true })] });

  it('is taken again when it is shipped, once', () => {
    const moves = movesOfShipping(failed, [7], ORIGIN);
    expect(moves).toMatchObject([{ id: `ship:${failed._id}:7:1`, lineId: 7, copies: -1 }]);
    const shipped = { ...failed, ...withCopyMoves(failed, moves) };
    expect(shipped.documentsDue).toBe(true);
    expect(movesOfShipping(shipped, [7], ORIGIN)).toEqual([]);
  });

  it('is counted back by a later refund when it was taken meanwhile', () => {
    const shipped = { ...failed, ...withCopyMoves(failed, movesOfShipping(failed, [7], ORIGIN)) };
    const request = { lines: [{ id: 7, copies: 1 }], reason: 'Came back', restock: true };
    const order = { id: 'later', request, limitPaise: null, ...ORIGIN };
    expect(orderRefund(failed, order)?.lines).toMatchObject([{ copies: 1, restocked: 0 }]);
    expect(orderRefund(shipped, order)?.lines).toEqual([one]);
  });

  it('leaves other shipments as they are', () => {
    expect(movesOfShipping(aSale(), [7], ORIGIN)).toEqual([]);
    expect(
      movesOfShipping(aSale({ refunds: [aRefund({ lines: [one], restock: true })] }), [7], ORIGIN),
    ).toEqual([]);
    expect(withCopyMoves(aSale(), [])).toEqual({});
  });
});
