import { describe, expect, it } from 'vitest';
import { axeViolations, hydrated } from './browser.ts';
import { consoleSite } from './console-site.ts';
import { CHECKOUT, KEY, fakeShop } from './fake-shop.ts';

// The desk of the shop, and the page of an order for its buyer.

const site = consoleSite();

async function open(path: string) {
  const { fake, ...visited } = await site.open(path, ({ context }) => fakeShop(context));
  return { ...visited, ...fake };
}

describe('the desk of the shop', () => {
  it('accepts the request of a buyer on the page of the order', async () => {
    const { page, writes, problems, close } = await open('/console/orders/pu_1');
    await page.getByRole('heading', { level: 1, name: 'Order 7KM3QX9TRA' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Text for the buyer').fill('Done.');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('Asks for a cancellation, accepted').waitFor();
    expect(writes).toEqual([
      { call: 'PUT /api/purchases/pu_1/requests/1', data: { state: 'accepted', reply: 'Done.' } },
    ]);
    expect(problems).toEqual([]);
    await close();
  });

  it('receives copies with a reason, and sees how many are free', async () => {
    const { page, writes, problems, close } = await open('/console/stock');
    await page.getByRole('link', { name: /^Limitation and Evidence/ }).click();
    await page.getByText('Few copies are free.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('spinbutton', { name: 'Copies' }).fill('50');
    await page.getByLabel('Reason').fill('Invoice 18');
    await page.getByRole('button', { name: 'Move copies: 53 free afterwards' }).click();
    await page.getByText('The copies are counted.').waitFor();
    expect(writes).toEqual([
      {
        call: 'POST /api/book-stock/7/moves',
        data: { kind: 'received', copies: 50, reason: 'Invoice 18' },
      },
    ]);
    expect(problems).toEqual([]);
    await close();
  });

  it.each(['/console/orders/pu_1', '/console/stock', '/console/stock/7'])(
    '%s fits a phone, in the dark',
    async (path) => {
      const { page, problems, close } = await open(path);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 320, height: 700 });
      await page
        .getByText(/Limitation and Evidence/)
        .first()
        .waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      expect(await axeViolations(page)).toEqual([]);
      expect(problems).toEqual([]);
      await close();
    },
  );
});

describe('the list of orders', () => {
  it('never scrolls the page sideways, however long the name of a buyer is', async () => {
    const { page, problems, close } = await open('/console/orders?view=all');
    const list = page.getByRole('table', { name: 'Orders' });
    for (const width of [1_440, 1_200, 1_040, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await list.waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    expect(await axeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the page of an order', () => {
  it('shows its parcels, and takes the request of a guest', async () => {
    const { page, context, problems, close } = await site.visit();
    const { writes } = await fakeShop(context);
    await page.goto(`/status/${CHECKOUT}?key=${KEY}`);
    await hydrated(page);
    await page.getByRole('link', { name: /Track this parcel at India Post/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel books' }).click();
    await page.getByLabel('Reason').fill('Bought one too many');
    await page.getByRole('button', { name: 'Ask for a cancellation' }).click();
    await page.getByText('The shop will look at it').waitFor();
    expect(writes).toEqual([
      {
        call: `POST /api/order-status/${CHECKOUT}/requests`,
        data: { kind: 'cancel', lines: [{ id: 31, copies: 3 }], reason: 'Bought one too many' },
      },
    ]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(problems).toEqual([]);
    await close();
  });
});
