import { describe, expect, it } from 'vitest';
import {
  discountAt,
  nextChange,
  offerProblems,
  priceSteps,
  settledOffer,
  usualDiscountOf,
} from './book-offer.ts';

const [BEFORE, FROM, DURING, TO] = [
  '2026-11-01T00:00:00.000Z',
  '2026-11-05T18:30:00.000Z',
  '2026-11-07T00:00:00.000Z',
  '2026-11-09T18:30:00.000Z',
].map((iso) => Date.parse(iso)) as [number, number, number, number];
const offer = {
  discount: 10,
  usual_discount: 10,
  offer_discount: 25,
  discount_from: '2026-11-05T18:30:00.000Z',
  discount_to: '2026-11-09T18:30:00.000Z',
};

describe('the offer of a book', () => {
  it('applies from its first moment until its last one', () => {
    expect([BEFORE, FROM - 1, FROM, DURING, TO - 1, TO].map((at) => discountAt(offer, at))).toEqual([
      10, 10, 25, 25, 25, 10,
    ]);
    expect([BEFORE, FROM, TO].map((at) => nextChange(offer, at))).toEqual([FROM, TO, null]);
  });

  it('has every price that is to come', () => {
    expect(priceSteps(offer, BEFORE)).toEqual([
      { from: null, discount: 10 },
      { from: offer.discount_from, discount: 25 },
      { from: offer.discount_to, discount: 10 },
    ]);
    expect(priceSteps({}, BEFORE)).toEqual([{ from: null, discount: 0 }]);
  });

  it('is stored with the discount that applies, and not at all once it is over', () => {
    expect(settledOffer(offer, BEFORE)).toMatchObject({ discount: 10, offer_discount: 25 });
    expect(settledOffer(offer, DURING)).toMatchObject({ discount: 25, usual_discount: 10 });
    const running = { ...offer, discount: 25 };
    expect(settledOffer(running, TO)).toEqual({
      discount: 10,
      usual_discount: null,
      offer_discount: null,
      discount_from: null,
      discount_to: null,
    });
    expect(usualDiscountOf(running)).toBe(10);
  });

  it('without an end becomes the usual discount', () => {
    const forGood = { ...offer, discount_to: null };
    expect(settledOffer(forGood, BEFORE)).toMatchObject({ discount: 10, offer_discount: 25 });
    expect(settledOffer(forGood, FROM)).toMatchObject({ discount: 25, offer_discount: null });
  });

  it('of 0 percent takes the usual discount away for a time', () => {
    expect(settledOffer({ ...offer, offer_discount: 0 }, DURING)).toMatchObject({
      discount: null,
      offer_discount: 0,
      usual_discount: 10,
    });
  });

  it.each([
    [{ ...offer, offer_discount: 100 }, 'offer_discount'],
    [{ ...offer, discount_from: null }, 'discount_from'],
    [{ ...offer, discount_to: offer.discount_from }, 'discount_to'],
    [{ ...offer, offer_discount: null, discount_to: null }, 'discount_from'],
  ])('is rejected where it makes no sense', (book, name) => {
    expect(offerProblems(book).map(({ path }) => path[0])).toEqual([name]);
  });

  it('is fine with dates in order, and there may be none', () => {
    expect([offerProblems(offer), offerProblems({})]).toEqual([[], []]);
  });
});
