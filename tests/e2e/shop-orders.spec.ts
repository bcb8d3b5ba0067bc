import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { axeViolations, launchBrowser, type Visit } from './browser.ts';
import {
  addEditor,
  buy,
  call,
  lastBooks,
  receive,
  staffOf,
  statusOf,
  subjectsTo,
  tokenOf,
  uniqueMail,
  visitAsStaff,
  writeDown,
  type DemoBook,
  type HandOrder,
  type ShopOrder,
} from './shop-site.ts';

// Days at the desk of the shop, with the real services: parcels, a refund, and a customer who calls.

let browser: Browser;
let desk: Visit;
let token: string;
let book: DemoBook;

beforeAll(async () => {
  browser = await launchBrowser();
  desk = await visitAsStaff(browser, staffOf('administrator'));
  token = await tokenOf(staffOf('administrator'));
  const [last] = await lastBooks(1);
  if (last === undefined) throw new Error('the demo has no book');
  book = last;
  await receive(token, book.id, 100);
});
afterAll(async () => {
  await desk.close();
  await browser.close();
});

const freeCopies = async (): Promise<number> =>
  (await call<{ data: { free: number } }>(`/api/book-stock/${book.id}`, { token })).data.free;

async function openOrder(page: Page, { id, purchase_number: number }: ShopOrder): Promise<void> {
  await page.goto(`/console/orders/${id}`);
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
}

/** Notes that all of an order was shipped, and has arrived. */
async function deliver({ id, lines }: ShopOrder): Promise<void> {
  const path = `/api/purchases/${id}/shipments`;
  const parcel = { carrier: 'India Post', number: 'EX123456789IN', lines: lines.map((line) => line.id) };
  const { data } = await call<{ data: { id: number; date: string } }>(path, {
    token,
    body: { data: parcel },
  });
  await call(`${path}/${data.id}`, {
    token,
    method: 'PUT',
    body: { data: { delivered_date: data.date } },
  });
}

/** More than a page of the list. */
const ORDERS = 30;
const PAGE = 25;

describe('the parcels of a day', () => {
  it('are packed and shipped together, with one mail each, and are nothing of other desks', async () => {
    const { page, problems } = desk;
    const tag = `day-${Math.random().toString(36).slice(2)}`;
    const orders: HandOrder[] = [];
    for (let at = 0; at < ORDERS; at += 1) {
      const order = await writeDown(token, book.id);
      await call(`/api/purchases/${order.id}/tags`, {
        token,
        method: 'PUT',
        body: { data: { tags: [tag] } },
      });
      orders.push(order);
    }
    await page.goto('/console/orders');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('textbox', { name: 'Tag' }).fill(tag);
    await page.waitForURL((url) => url.searchParams.get('f[tag]') === tag);
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByLabel('Name of the view').fill('Unshipped of today');
    const view = page.getByRole('dialog', { name: 'Save view' });
    await view.getByRole('button', { name: 'Save', exact: true }).click();
    await view.waitFor({ state: 'hidden' });
    await page.goto('/console/orders');
    await page.getByRole('link', { name: 'Unshipped of today' }).click();
    await page.getByText(`1 to ${PAGE} of ${ORDERS}`).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('button', { name: `Select all ${ORDERS} that match` }).click();
    await page.getByText(`All ${ORDERS} that match are selected`).waitFor();
    expect(await axeViolations(page)).toEqual([]);

    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Packing slips' }).click();
    const pdf = await readFile(await (await downloaded).path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Ship many orders' });
    const table = form.getByLabel('Orders and tracking numbers');
    expect((await table.inputValue()).split('\n')).toHaveLength(ORDERS);
    const pasted = orders.map(({ purchase_number }, at) => `${purchase_number}\tEX${100_000_000 + at}IN`);
    await table.fill(pasted.join('\n'));
    expect(await axeViolations(page)).toEqual([]);
    await form.getByRole('button', { name: `Ship ${ORDERS} orders` }).click();
    await form.getByText(`${ORDERS} of ${ORDERS} orders were shipped`, { exact: false }).waitFor();
    // The same rows once more, as after a lost response.
    await table.fill(pasted.join('\n'));
    await form.getByRole('button', { name: `Ship ${ORDERS} orders` }).dblclick();
    await form.getByRole('button', { name: 'Ship 0 orders' }).waitFor();
    for (const { email } of orders)
      await expect
        .poll(async () => (await subjectsTo(email)).filter((subject) => subject.startsWith('Shipped')).length)
        .toBe(1);
    expect(problems).toEqual([]);

    const news = await addEditor(['news']);
    expect(await statusOf('/api/purchases', { token: await tokenOf(news) })).toBe(403);
    const other = await visitAsStaff(browser, news);
    await other.page.goto('/console');
    const menu = other.page.getByRole('navigation', { name: 'Console' });
    await menu.getByRole('link', { name: 'Articles' }).waitFor();
    expect(await menu.getByRole('link', { name: 'Orders' }).count()).toBe(0);
    await other.close();
  });
});

describe('a refund after the delivery', () => {
  it('is of one copy of three, then of the shipping, each once, and never more than was paid', async () => {
    const { page, problems } = desk;
    const email = uniqueMail('refund');
    const order = await buy(token, book.id, { copies: 3, email });
    await deliver(order);
    const free = await freeCopies();

    await openOrder(page, order);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Refund' });
    await form.getByLabel(`Copies of ${book.title} to refund`).fill('1');
    await form.getByLabel('Reason, for staff').fill('One copy came damaged');
    await form.getByRole('checkbox', { name: 'The copies can be sold again' }).check();
    expect(await axeViolations(page)).toEqual([]);
    const refundOneCopy = form.getByRole('button', { name: /^Refund ₹/ });
    const [amount = ''] = /₹[\d.,]+/.exec((await refundOneCopy.textContent()) ?? '') ?? [];
    await refundOneCopy.dblclick();
    await form.waitFor({ state: 'hidden' });
    await page.reload();
    const money = page.getByRole('region', { name: 'Money' });
    await money.getByText('One copy came damaged').waitFor();
    expect(await money.getByText('One copy came damaged').count()).toBe(1);
    await page.getByText('Partly refunded', { exact: true }).waitFor();
    await page.getByText('Delivered', { exact: true }).first().waitFor();
    await expect.poll(freeCopies).toBe(free + 1);

    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await form.getByLabel(/^Of the shipping charge/).fill('100');
    await form.getByLabel('Reason, for staff').fill('Shipping, too');
    await form.getByRole('button', { name: 'Refund ₹100.00' }).click();
    await money.getByText('Shipping, too').waitFor();
    const sent = [
      'Order Confirmed',
      'Shipped: your order',
      `Refunded: ${amount} of your order`,
      'Refunded: ₹100.00 of your order',
    ];
    await expect
      .poll(async () =>
        (await subjectsTo(email)).map((subject) => subject.replace(/(your order) \S+$/, '$1')),
      )
      .toEqual(sent.toSorted());

    await page.reload();
    const documents = page.getByRole('region', { name: 'Documents' });
    await expect.poll(() => documents.getByRole('button', { name: /^CN\// }).count()).toBe(2);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    expect(await timeline.getByText(/cancelled/i).count()).toBe(0);

    const { data } = await call<{ data: { left_paise: number } }>(`/api/purchases/${order.id}`, { token });
    const tooMuch = { amount_paise: data.left_paise + 1, reason: 'More than was paid' };
    const headers = { 'idempotency-key': `e2e-${email}` };
    expect(
      await statusOf(`/api/purchases/${order.id}/refunds`, { token, headers, body: { data: tooMuch } }),
    ).toBe(409);
    expect(problems).toEqual([]);
  });
});

describe('a customer who calls', () => {
  it('is found by what they say, gets the mail again, another address, and a note for the next person', async () => {
    const { page, problems } = desk;
    const email = uniqueMail('caller');
    const phone = `98${String(Math.random()).slice(2, 10)}`;
    const order = await buy(token, book.id, { email, phone });
    await page.goto('/console/orders');
    const search = page.getByRole('searchbox', { name: 'Search orders' });
    const link = page.getByRole('table').getByRole('link', { name: order.purchase_number });
    for (const said of [phone, email.slice(0, 12), order.bill_number, order.paymentId]) {
      await search.fill(said);
      await page.waitForURL((url) => url.searchParams.get('q') === said);
      await link.waitFor();
      await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    }
    await link.click();
    await page.getByRole('heading', { level: 1, name: `Order ${order.purchase_number}` }).waitFor();

    await expect.poll(() => subjectsTo(email)).toEqual(['Order Confirmed']);
    await page.reload();
    await page.getByRole('button', { name: 'Send again: Order Confirmed' }).click();
    await page.getByText('The mail is on its way.').waitFor();
    await expect.poll(() => subjectsTo(email)).toEqual(['Order Confirmed', 'Order Confirmed']);

    await page.getByRole('button', { name: 'Correct the address' }).click();
    const form = page.getByRole('dialog', { name: 'Delivery address' });
    await form.getByLabel('Address', { exact: true }).fill('7 Temple Street');
    expect(await axeViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save the address' }).click();
    await form.waitFor({ state: 'hidden' });
    const buyer = page.getByRole('region', { name: 'Buyer' });
    await buyer.getByText(/7 Temple Street/).waitFor();

    await page.getByLabel('A note for staff').fill('Call before the delivery');
    await page.getByRole('button', { name: 'Add note' }).click();
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByRole('listitem').getByText('Call before the delivery').waitFor();
    expect(problems).toEqual([]);

    const colleague = await visitAsStaff(browser, staffOf('editor'));
    await openOrder(colleague.page, order);
    await colleague.page
      .getByRole('region', { name: 'Notes' })
      .getByText('Call before the delivery')
      .waitFor();
    expect(colleague.problems).toEqual([]);
    await colleague.close();
  });
});
