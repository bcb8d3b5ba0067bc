import { describe, expect, it } from 'vitest';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { MAX_QUERIES_PER_HOUR, RESPONSE_MS, createFindOrder } from './find-order.ts';
import type { Purchase } from './purchase.ts';

const NUMBER = '7KM3QX9TRA';
const EMAIL = 'asha@reader.example';
const FOUND = { data: { checkout_id: 'co_4', key: 'key of co_4' } };

/** Queries a store with one order; every read of it takes 40 ms. */
function aSearch(purchase: Purchase = { ...aPurchase(4), buyerEmail: EMAIL }) {
  let nowMs = 0;
  const paused: number[] = [];
  const find = createFindOrder({
    purchases: {
      async findByNumber(number) {
        nowMs += 40;
        return number === NUMBER ? purchase : null;
      },
    },
    links: { sign: (id) => `key of ${id}` },
    counters: inProcessCounters(1, () => nowMs),
    async pause(ms) {
      paused.push(ms);
      nowMs += ms;
    },
    now: () => nowMs,
  });
  const query = (purchase_number: string, email: string) =>
    find({ purchase_number, email }).catch((error: { status: number; message: string }) => ({
      status: error.status,
      message: error.message,
    }));
  return { query, paused, passMs: (ms: number) => void (nowMs += ms) };
}

describe('an order', () => {
  it.each([
    [NUMBER, EMAIL],
    ['7km3 qx9-tra', ' Asha@Reader.Example '],
    ['７ＫＭ３ＱＸ９ＴＲＡ', EMAIL],
    [`#${NUMBER}`, EMAIL],
  ])('is found by %j and %j', async (number, email) => {
    expect(await aSearch().query(number, email)).toEqual(FOUND);
  });

  it('is not found with the same words and in the same time, whatever is wrong', async () => {
    const { query, paused } = aSearch();
    const unknown = await query('3333333333', EMAIL);
    expect(unknown).toEqual({ status: 404, message: 'No order has this number and email address' });
    expect(await query(NUMBER, 'other@reader.example')).toEqual(unknown);
    expect(await query(NUMBER, ' ')).toEqual(unknown);
    await query(NUMBER, EMAIL);
    expect(new Set(paused)).toEqual(new Set([RESPONSE_MS - 40]));
  });

  it('without an address is found by none', async () => {
    const { buyerEmail: _, ...purchase } = { ...aPurchase(4), buyerEmail: EMAIL };
    for (const email of [' ', EMAIL])
      expect(await aSearch(purchase).query(NUMBER, email)).toMatchObject({ status: 404 });
  });

  it.each([NUMBER, '3333333333'])('is not guessed: queries of %s are limited for an hour', async (number) => {
    const { query, passMs } = aSearch();
    for (let count = 0; count < MAX_QUERIES_PER_HOUR; count += 1)
      expect(await query(number, `${count}@reader.example`)).toMatchObject({ status: 404 });
    expect(await query(number.toLowerCase(), EMAIL)).toMatchObject({ status: 429 });
    passMs(3_600_000);
    expect(await query(NUMBER, EMAIL)).toEqual(FOUND);
  });
});
