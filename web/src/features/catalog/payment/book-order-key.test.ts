// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bookOrderKey, forgetBookOrderKey } from './book-order-key.ts';

beforeEach(() => localStorage.clear());

describe('the idempotency key of the purchase of a book', () => {
  it('is the same for each attempt, whatever else is bought meanwhile', () => {
    const key = bookOrderKey(5);
    const other = bookOrderKey(6);
    expect(other).not.toBe(key);
    expect([bookOrderKey(5), bookOrderKey(6)]).toEqual([key, other]);
  });

  it('is another one after the order was placed, and that of other books stays', () => {
    const [key, other] = [bookOrderKey(5), bookOrderKey(6)];
    forgetBookOrderKey(5);
    expect(bookOrderKey(5)).not.toBe(key);
    expect(bookOrderKey(6)).toBe(other);
  });

  it.each(['{"bookId":5,"key":"k"}', '[[5],"k",null,[5,7]]', 'no json'])(
    'is a new one where %s is stored',
    (stored) => {
      localStorage.setItem('vidhi.book-order.2', stored);
      expect(bookOrderKey(5)).toMatch(/^[\da-f]{32}$/);
    },
  );

  it('is there without storage', () => {
    const denied = () => {
      throw new Error('denied');
    };
    vi.stubGlobal('localStorage', { getItem: denied, setItem: denied });
    expect(bookOrderKey(5)).toMatch(/^[\da-f]{32}$/);
    forgetBookOrderKey(5);
    vi.unstubAllGlobals();
  });
});
