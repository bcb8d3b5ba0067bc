import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { axeViolations, launchBrowser, type Visit } from './browser.ts';
import { enterCard, enterOtp, mailed, thanks, visitShop } from './shop.ts';
import {
  lastBooks,
  receive,
  staffOf,
  subjectsTo,
  tokenOf,
  uniqueMail,
  visitAsStaff,
  type DemoBook,
} from './shop-site.ts';

// Orders by phone that their buyers pay by a link, with the real services.

let browser: Browser;
let desk: Visit;
let book: DemoBook;

beforeAll(async () => {
  browser = await launchBrowser();
  desk = await visitAsStaff(browser, staffOf('administrator'));
  const token = await tokenOf(staffOf('administrator'));
  const [, second] = await lastBooks(2);
  if (second === undefined) throw new Error('the demo has no two books');
  book = second;
  await receive(token, book.id, 20);
});
afterAll(async () => {
  await desk.close();
  await browser.close();
});

const EXPECT = { timeout: 60_000 };

interface Written {
  name: string;
  email: string;
  address: string;
}

/** Writes an order of two copies down, to be paid by a link. Resolves with the address of the link. */
async function writeDown(page: Page): Promise<Written> {
  const email = uniqueMail('link');
  const name = `Latha ${email.slice('link.'.length, email.indexOf('@'))}`;
  await page.goto('/console/orders/new');
  await page.getByLabel('Add a book').fill(book.title);
  await page.getByTitle(book.title, { exact: false }).first().click();
  await page.getByLabel(`Copies of ${book.title}`).fill('2');
  await page.getByLabel('Paid by').click();
  await page.getByTitle('Payment link, not paid yet').click();
  await page.getByLabel('Shipping charge in ₹').fill('50');
  const buyer = page.getByRole('region', { name: 'Buyer' });
  await buyer.getByLabel('Name').fill(name);
  await buyer.getByLabel('Phone').fill('9876543210');
  await buyer.getByLabel('Email').fill(email);
  await buyer.getByLabel('Address', { exact: true }).fill('12 Court Road');
  await buyer.getByLabel('Pincode').fill('682001');
  await buyer.getByLabel('City').fill('Kochi');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Create the link for ₹/ }).click();
  await page.getByRole('heading', { level: 1, name: `Payment link for ${name}` }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const address = await page.getByText(/\/payment\/link\/link_[0-9a-f]{32}\?key=/).textContent();
  return { name, email, address: address ?? '' };
}

/** Finds the link in the list by the name of its buyer. */
async function findLink(page: Page, name: string): Promise<void> {
  await page.goto('/console/payment-links');
  await page.getByRole('searchbox', { name: 'Search payment links' }).fill(name);
  await page.waitForURL((url) => url.searchParams.get('q') === name);
  await page.getByRole('table').getByRole('link', { name }).waitFor();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
}

it('is written down at the desk, mailed, found by its buyer’s name, and paid on the page of the link', async () => {
  const { page, problems } = desk;
  const { name, email, address } = await writeDown(page);
  await expect.poll(() => subjectsTo(email), EXPECT).toEqual([expect.stringMatching(/please pay ₹/)]);
  await findLink(page, name);

  const buyer = await visitShop(browser, { width: 360 });
  await buyer.page.goto(address);
  await buyer.page.getByRole('heading', { level: 1, name: 'Pay for your order' }).waitFor();
  await buyer.page.getByText(book.title).waitFor();
  expect(await axeViolations(buyer.page)).toEqual([]);
  await buyer.page.getByRole('button', { name: /^Pay ₹/ }).click();
  await enterCard(buyer.page, '4100 2800 0000 1007');
  await enterOtp(buyer.page);
  await thanks(buyer.page);
  await mailed(buyer.page);
  await buyer.page.goto(address);
  await buyer.page.getByText('This order is paid. Thank you.').waitFor();
  expect(buyer.problems).toEqual([]);
  await buyer.close();

  await expect.poll(() => subjectsTo(email), EXPECT).toContain('Order Confirmed');
  await page.goto(`/console/orders?view=all&q=${encodeURIComponent(email)}`);
  await page.getByRole('table').getByRole('link').first().click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Written down by staff with a payment link. By phone').waitFor();
  await page.goto('/console/payment-links?f[state]=paid');
  await page.getByRole('table').getByRole('link', { name }).waitFor();
  expect(problems).toEqual([]);
});

it('is cancelled in the list, and its buyer reads that there is nothing to pay', async () => {
  const { page, problems } = desk;
  const { name, address } = await writeDown(page);
  await findLink(page, name);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Cancel link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel link' }).click();
  await page.getByRole('cell', { name: 'Cancelled' }).waitFor();

  const buyer = await visitShop(browser);
  await buyer.page.goto(address);
  await buyer.page.getByText('We have cancelled this order. There is nothing to pay.').waitFor();
  expect(await buyer.page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
  expect(buyer.problems).toEqual([]);
  expect(problems).toEqual([]);
  await buyer.close();
});
