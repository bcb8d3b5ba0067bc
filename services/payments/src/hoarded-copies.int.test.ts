import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, POLL, startPurchaseSite, type PurchaseSite } from './purchase-site-builder.ts';

// Guests of one network who reserve copies and do not pay.

const BOOK = 5;
const COPIES = 100;
const HOARDER = '203.0.113.9';
let site: PurchaseSite;

beforeAll(async () => {
  site = await startPurchaseSite({}, {}, { UNPAID_PERCENT_PER_ADDRESS: '25', STOCK_DIALOG_MS: '120000' });
  await site.publishBook(BOOK, 1, { stock: COPIES });
});
afterAll(() => site?.end());

const stocks = () =>
  site.connections.carts.collection<{
    _id: number;
    holds: { checkoutId: string; quantity: number; until: Date; network?: string }[];
  }>('book_stock');
const holds = async () => (await stocks().findOne({ _id: BOOK }))?.holds ?? [];

async function checkoutFrom(address: string, guest: string, copies: number) {
  const from = { 'x-forwarded-for': address };
  const batch = guest.repeat(16);
  await site.post('carts', '/api/carts', {
    data: { catalog_books: BOOK, Quantity: copies, Batch_id: batch },
  });
  const body = { receipt: batch, billingAddress: ADDRESS, sameAddress: true };
  return site.postUntilAvailable('payments', '/api/payment/checkout', body, from);
}

describe('copies of a book that are reserved and not paid for', () => {
  it('are at most a quarter for one network, and others can buy', async () => {
    await expect.poll(() => stocks().findOne({ _id: BOOK }), POLL).toMatchObject({ stock: COPIES });
    const hoarders = [];
    for (const guest of ['a', 'b', 'c', 'd', 'e']) hoarders.push(await checkoutFrom(HOARDER, guest, 20));
    expect(hoarders.map(({ status }) => status)).toEqual([200, 409, 409, 409, 409]);
    expect(hoarders[1]?.body['error']).toMatchObject({
      name: 'ReservationLimitError',
      message: 'You can order at most 5 copies of this book at a time. Please take fewer copies.',
      details: { books: [BOOK], limits: [{ book: BOOK, copies: 5 }] },
    });
    expect((await checkoutFrom(HOARDER, 'f', 5)).status).toBe(200);
    const last = await checkoutFrom(HOARDER, 'g', 1);
    expect([last.status, last.body['error']]).toMatchObject([
      409,
      { message: expect.stringContaining('Too many copies are reserved from your network') },
    ]);
    expect((await checkoutFrom('198.51.100.7', 'h', 15)).status).toBe(200);
    expect((await holds()).map(({ network }) => network)).not.toContain(HOARDER);
  });

  it('are reserved for two minutes, and longer when the payment dialog opens', async () => {
    const from = { 'x-forwarded-for': '198.51.100.8' };
    const { body } = await checkoutFrom('198.51.100.8', 'i', 1);
    const checkoutId = String(body['checkout_id']);
    const secondsLeft = async (): Promise<number> => {
      const hold = (await holds()).find((one) => one.checkoutId === checkoutId);
      return ((hold?.until.getTime() ?? 0) - Date.now()) / 1_000;
    };
    expect(await secondsLeft()).toBeLessThanOrEqual(120);
    const opened = () => site.post('payments', '/api/payment/dialog', { checkout_id: checkoutId }, from);
    expect((await opened()).status).toBe(200);
    expect(await secondsLeft()).toBeGreaterThan(120);
    const stored = () =>
      site.connections.payments.collection('checkouts').findOne({ _id: checkoutId as never });
    expect(await stored()).toMatchObject({ dialogOpenedAt: expect.any(Date) });

    // It expires, and the copies go to others: the dialog must not open.
    await stocks().updateOne({ _id: BOOK }, { $set: { stock: 0 }, $inc: { rev: 1 } });
    await stocks().updateOne(
      { _id: BOOK, 'holds.checkoutId': checkoutId },
      { $set: { 'holds.$.until': new Date(0) }, $inc: { rev: 1 } },
    );
    expect((await opened()).status).toBe(409);
    expect((await site.post('payments', '/api/payment/dialog', { checkout_id: 'co_unknown' })).status).toBe(
      404,
    );
    expect((await site.post('payments', '/api/payment/dialog', { checkout_id: { $ne: 1 } })).status).toBe(
      400,
    );
  });
});
