import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { axeViolations, baseUrl, hydrated, launchBrowser, visit } from './browser.ts';
import { registerCustomer } from './register-customer.ts';
import {
  addToCart,
  enterCard,
  enterOtp,
  enterUpi,
  fillAddress,
  firstBooks,
  proceed,
  mailed,
  thanks,
  uniqueEmail,
  visitShop,
  type ShopBook,
} from './shop.ts';

// A customer buys at the cart and from the page of a book, and follows the orders; members see contact details.

const PASSWORD = 'the-first-one';

let browser: Browser;
let book: ShopBook;
let profiles: { lawyer: number; firm: number };

const firstProfile = async (kind: number): Promise<number> => {
  const query = `filters[SubCategory2][$eq]=${kind}&fields[0]=Title&pagination[pageSize]=1&sort=id:asc`;
  const response = await fetch(`${baseUrl()}/api/lawyers?${query}`);
  const { data } = (await response.json()) as { data: { id: number }[] };
  const [first] = data;
  if (first === undefined) throw new Error('the demo has no such profile');
  return first.id;
};

beforeAll(async () => {
  browser = await launchBrowser();
  const [first] = await firstBooks(1);
  if (first === undefined) throw new Error('the demo has no book');
  book = first;
  profiles = { lawyer: await firstProfile(0), firm: await firstProfile(1) };
});
afterAll(() => browser.close());

/** Returns the e-mail address of a new customer. */
async function register(): Promise<string> {
  const email = uniqueEmail();
  await registerCustomer(email, PASSWORD);
  return email;
}

/** Fills in the form of the open login page. */
async function logInAtLogin(page: Page, email: string): Promise<void> {
  await page.waitForURL('**/login?*');
  await hydrated(page);
  await logIn(page, email);
}
async function logIn(page: Page, email: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Email Id').fill(email);
  await main.getByLabel('Password').fill(PASSWORD);
  await main.getByRole('button', { name: 'Log in', exact: true }).click();
}
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}
const noViolation = async (page: Page): Promise<void> => expect(await axeViolations(page)).toEqual([]);
/** Waits for the frame after the change of colours: transitions of 0.01 ms have ended then. */
async function showIn(page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
async function noViolationInBoth(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, 'dark'],
    [360, 'light'],
  ] as const) {
    await showIn(page, width, colorScheme);
    await noViolation(page);
  }
}

describe('a customer', () => {
  it('buys what was put into the cart as a guest, and finds it in My Order with its bill', async () => {
    const { page, problems, close } = await visitShop(browser, { width: 360 });
    const email = await register();
    await addToCart(page, book);
    await page.getByRole('heading', { name: 'Customer Login' }).click();
    await logIn(page, email);
    await page.getByRole('heading', { name: 'Customer Login' }).waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('link', { name: book.title }).first().waitFor();
    await fillAddress(page, email);
    await proceed(page);
    await enterCard(page, '4100 2800 0000 1007');
    await enterOtp(page);
    await thanks(page);
    await mailed(page);
    await open(page, '/account/orders');
    await page.getByRole('main').getByRole('link', { name: book.title, exact: true }).waitFor();
    await page.getByText('Confirmed', { exact: true }).waitFor();
    await page.getByRole('button', { name: `Billing details of ${book.title}` }).click();
    await page
      .getByText(/^12 Court Road, .*682001$/)
      .first()
      .waitFor();
    await noViolationInBoth(page);

    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Bill of supply \(PDF\)/ }).click();
    const pdf = await readFile(await (await downloaded).path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

    await page.getByRole('link', { name: /^Track your order/ }).click();
    await page.waitForURL('**/status/co_*');
    await mailed(page);
    expect(problems).toEqual([]);
    await close();
  });

  it('confirms one copy of a book at /payment, and pays it', async () => {
    const { page, problems, close } = await visitShop(browser);
    const email = await register();
    await open(page, `/payment/books/${book.id}/book`);
    await noViolationInBoth(page);
    await page.getByRole('link', { name: 'Log in to confirm' }).click();
    await logInAtLogin(page, email);
    await fillAddress(page, email);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('dialog', { name: 'Confirm the order' }).waitFor();
    await noViolation(page);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await enterUpi(page, 'success@razorpay');
    await page.getByText('Order was placed', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Track your order' }).click();
    await mailed(page);
    await open(page, '/account/orders');
    await page.getByText('Confirmed', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});

describe.each([
  ['lawyer', 'Contact for Consultation'],
  ['firm', 'Contact'],
] as const)('the page /payment of a %s', (kind, name) => {
  it('offers a login, then shows the contact details, and never a payment', async () => {
    const { page, problems, close } = await visit(browser);
    const email = await register();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    const path = `/payment/${kind}s/${profiles[kind]}/profile`;
    await open(page, path);
    const link = page.getByRole('main').getByRole('link', { name, exact: true });
    await link.waitFor();
    await noViolationInBoth(page);
    expect(await page.getByRole('table', { name: 'Contact details' }).count()).toBe(0);
    await link.click();
    await logInAtLogin(page, email);
    await page.waitForURL(`**/catalogs/${kind}s/${profiles[kind]}/**`);
    await page.getByRole('table', { name: 'Contact details' }).waitFor();
    await open(page, path);
    await page.getByRole('table', { name: 'Contact details' }).waitFor();
    await noViolationInBoth(page);
    expect(await page.getByRole('button', { name: /Confirm|Pay/ }).count()).toBe(0);
    expect(calls.filter((call) => call.startsWith('/api/payment'))).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});
