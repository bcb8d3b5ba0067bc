import { describe, expect, it } from 'vitest';
import { decidedBook } from './decided-book.ts';

const NOW = Date.parse('2026-11-07T00:00:00.000Z');
const FROM = '2026-11-05T18:30:00.000Z';
const TO = '2026-11-09T18:30:00.000Z';
const running = {
  id: 7,
  Price: 500,
  discount: 25,
  usual_discount: 10,
  offer_discount: 25,
  discount_from: FROM,
  discount_to: TO,
};

describe('a write of a book', () => {
  it('without any offer is stored as it is', () => {
    const values = { discount: 12, Title: 'Bail' };
    expect(decidedBook({ discount: 10 }, values, NOW)).toBe(values);
  });

  it('begins an offer, and has the discount before it as the usual one', () => {
    const offer = { offer_discount: 25, discount_from: FROM, discount_to: TO };
    expect(decidedBook({ id: 7, discount: 10 }, offer, NOW)).toEqual({
      ...offer,
      discount: 25,
      usual_discount: 10,
    });
    for (const values of [
      { discount: 5, usual_discount: null },
      { discount: null, usual_discount: 5 },
    ])
      expect(decidedBook({}, { ...offer, ...values }, NOW)).toMatchObject({
        discount: 25,
        usual_discount: 5,
      });
  });

  it('of a client that sends a running offer back changes nothing', () => {
    expect(decidedBook(running, { discount: 25, Title: 'Bail' }, NOW)).toMatchObject({
      discount: 25,
      usual_discount: 10,
      Title: 'Bail',
    });
  });

  it('changes the usual discount below a running offer', () => {
    expect(decidedBook(running, { discount: 15 }, NOW)).toMatchObject({ discount: 25, usual_discount: 15 });
    expect(decidedBook(running, { usual_discount: 25 }, NOW)).toMatchObject({
      discount: 25,
      usual_discount: 25,
    });
  });

  it.each([
    [{ id: 7, discount: 10 }, { usual_discount: 12 }, 12],
    [{ id: 7, discount: 10 }, { usual_discount: null }, null],
    [{}, { usual_discount: 5 }, 5],
  ])('without an offer has the usual discount as its discount', (current, values, discount) => {
    expect(decidedBook(current, values, NOW)).toMatchObject({ discount, usual_discount: null });
  });

  it('that ends an offer has the usual discount again', () => {
    expect(decidedBook(running, { offer_discount: null }, NOW)).toEqual({
      discount: 10,
      usual_discount: null,
      offer_discount: null,
      discount_from: null,
      discount_to: null,
    });
  });

  it.each([
    { offer_discount: 25 },
    { offer_discount: 25, discount_from: TO, discount_to: FROM },
    { offer_discount: 120, discount_from: FROM },
    { discount_to: TO },
  ])('with %j is rejected', (values) => {
    expect(() => decidedBook({ discount: 10 }, values, NOW)).toThrow(/./);
  });
});
