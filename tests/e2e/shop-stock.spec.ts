import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { axeViolations, hydrated, launchBrowser, visit, type Visit } from './browser.ts';
import { addToCart } from './shop.ts';
import {
  beginCheckout,
  call,
  foreignOrder,
  lastBooks,
  orderOfPayment,
  payAtProvider,
  staffOf,
  statusOf,
  tokenOf,
  visitAsStaff,
  type DemoBook,
} from './shop-site.ts';

// Copies and prices of a book, and money that does not fit, at the desk of the shop with the real services.

let browser: Browser;
let desk: Visit;
let token: string;
let book: DemoBook;

beforeAll(async () => {
  browser = await launchBrowser();
  desk = await visitAsStaff(browser, staffOf('administrator'));
  token = await tokenOf(staffOf('administrator'));
  const [, second] = await lastBooks(2);
  if (second === undefined) throw new Error('the demo has too few books');
  book = second;
});
afterAll(async () => {
  await desk.close();
  await browser.close();
});

interface Copies {
  free: number | null;
  held: number | null;
}
const copiesOf = async (): Promise<Copies> =>
  (await call<{ data: Copies }>(`/api/book-stock/${book.id}`, { token })).data;

describe('the stock', () => {
  it('counts what is received and damaged while a checkout holds a copy, and is never negative', async () => {
    const { page, problems } = desk;
    const { free: before } = await copiesOf();
    await page.goto(`/console/stock/${book.id}`);
    await page.getByRole('heading', { level: 1, name: book.title }).waitFor();
    const copies = page.getByRole('spinbutton');
    const move = page.getByRole('button', { name: /^Move copies/ });
    await copies.fill('50');
    await page.getByLabel('Reason').fill('Invoice 18 of the printer');
    await page.getByRole('button', { name: `Move copies: ${(before ?? 0) + 50} free afterwards` }).click();
    await page.getByText('The copies are counted.').waitFor();
    const { held } = await copiesOf();

    await beginCheckout(book.id);
    const free = (before ?? 0) + 49;
    await expect.poll(copiesOf).toMatchObject({ free, held: (held ?? 0) + 1 });
    await page.reload();
    await page.getByLabel('What happened').click();
    await page.getByTitle('Damaged or lost').click();
    await copies.fill(String(free + 1));
    await page.getByText(`Only ${free} copies are free: the others are held or sold.`).waitFor();
    expect(await move.isDisabled()).toBe(true);
    await copies.fill('2');
    await page.getByLabel('Reason').fill('Water in the cellar');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: `Move copies: ${free - 2} free afterwards` }).click();
    await page.getByRole('region', { name: 'Moves' }).getByText('Water in the cellar').first().waitFor();
    expect(await copiesOf()).toMatchObject({ free: free - 2, held: (held ?? 0) + 1 });
    const tooMany = { kind: 'damaged', copies: free - 1, reason: 'More than are free' };
    const headers = { 'idempotency-key': `e2e-${Math.random().toString(36).slice(2)}` };
    expect(
      await statusOf(`/api/book-stock/${book.id}/moves`, { token, headers, body: { data: tooMany } }),
    ).toBe(409);
    expect(problems).toEqual([]);
  });
});

/** Resolves with a publisher of this book alone. */
async function ownPublisher(): Promise<string> {
  const name = `Desk Press ${Math.random().toString(36).slice(2)}`;
  const { data } = await call<{ data: { id: number } }>('/api/publishers', {
    token,
    body: { data: { name } },
  });
  await call(`/api/books/${book.id}`, { token, method: 'PUT', body: { data: { publishers: [data.id] } } });
  return name;
}

describe('a change of prices', () => {
  it('is previewed, is in the cart of a visitor, and is undone', async () => {
    const { page, problems } = desk;
    const publisher = await ownPublisher();
    const guest = await visit(browser);
    await addToCart(guest.page, book);
    const main = guest.page.getByRole('main');
    const textOfCart = async (): Promise<string> => {
      await guest.page.reload();
      await hydrated(guest.page);
      await main.getByRole('link', { name: book.title }).first().waitFor();
      return main.innerText();
    };
    const before = await textOfCart();

    await page.goto('/console/books/prices');
    await page.getByLabel('Publisher').fill(publisher);
    await page.getByTitle(publisher).click();
    await page.getByRole('spinbutton', { name: 'Percent' }).fill('37');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('1 of 1 books get another price.', { exact: false }).waitFor();
    const changed = await preview.getByRole('listitem').innerText();
    const [, price = ''] = /→.*?(₹[\d,.]+)/s.exec(changed) ?? [];
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Change 1 price' }).click();
    await page.getByText('1 of 1 rows: 1 changed').waitFor();
    await expect.poll(textOfCart).toContain('37%');
    expect(price).toMatch(/^₹/);

    await page
      .getByRole('button', { name: /^Undo / })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 undone.').first().waitFor();
    await expect.poll(textOfCart).toBe(before);
    expect([...problems, ...guest.problems]).toEqual([]);
    await guest.close();
  });
});

describe('money that does not fit', () => {
  it('is named with what to do, and goes from the list when it is repaired', async () => {
    const { page, problems } = desk;
    // Another site of the same account at the provider sells something.
    const { razorpay_payment_id: payment } = await payAtProvider(await foreignOrder(45_000), 'lost');
    await page.goto('/console/money');
    // Orders of other tests may be under way, which the report names.
    const button = page.getByRole('button', { name: /^(?:Repair|Compare again)$/ });
    const isRepair = (await button.textContent()) === 'Repair';
    await button.click();
    const done = isRepair ? 'Repaired what could be repaired, and compared again.' : 'Compared again.';
    await page.getByText(done, { exact: true }).waitFor();
    const differences = page.getByRole('region', { name: 'Payments and orders' });
    await differences.getByText(payment).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await differences.getByRole('button', { name: `Leave out: ${payment}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('A payment of our other site');
    await dialog.getByRole('button', { name: 'Leave out' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await differences.getByText(payment).waitFor({ state: 'detached' });

    // A buyer of this shop has paid; browser and message of the provider were lost.
    const { razorpay_order_id: order } = await beginCheckout(book.id);
    const { razorpay_payment_id: lost } = await payAtProvider(order, 'lost');
    await page.getByLabel('Id of the payment').fill(lost);
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    const replay = page.getByRole('region', { name: 'A payment that did not arrive' });
    await replay.getByRole('status').waitFor();
    const { id } = await orderOfPayment(token, lost);
    await page.goto(`/console/orders/${id}`);
    await page.getByRole('region', { name: 'Timeline' }).waitFor();
    expect(problems).toEqual([]);
  });
});
