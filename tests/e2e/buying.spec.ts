import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { axeViolations, baseUrl, hydrated, launchBrowser, visit, type Visit } from './browser.ts';

// A guest and a customer buy books of the demo: cart, the modal of the payment sandbox, and what becomes of the purchase.

const inbox = process.env['E2E_MAIL_INBOX'] ?? '';
const sandbox = process.env['E2E_PAYMENT_SANDBOX'] ?? '';
const EXPECT = { timeout: 60_000 };

let browser: Browser;
let books: { id: number; title: string }[];
beforeAll(async () => {
  browser = await launchBrowser();
  const response = await fetch(`${baseUrl()}/api/books?fields[0]=Title&pagination[pageSize]=3&sort=id:asc`);
  const { data } = (await response.json()) as { data: { id: number; attributes: { Title: string } }[] };
  books = data.map(({ id, attributes }) => ({ id, title: attributes.Title }));
});
afterAll(() => browser.close());

const uniqueEmail = (): string => `buyer.${Math.random().toString(36).slice(2)}@rao.example`;
const shop = (options: { width?: number } = {}): Promise<Visit> =>
  visit(browser, { otherSites: [sandbox], ...options });

async function addToCart(page: Page, { id }: { id: number }): Promise<void> {
  await page.goto(`/catalogs/books/${id}/book`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.waitForURL('**/cart');
  await page.getByRole('heading', { name: 'Books', exact: true }).waitFor();
}

async function fillAddress(page: Page, email: string): Promise<void> {
  const billing = page.getByRole('group', { name: 'Billing address' });
  await billing.getByLabel('Name').fill('Asha Rao');
  await billing.getByLabel('Phone').fill('9876543210');
  await billing.getByLabel('Email').fill(email);
  await billing.getByLabel('Address', { exact: true }).fill('12 Court Road');
  await billing.getByLabel('Pincode').fill('682001');
}

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Buy' }).click();
const modal = (page: Page) => page.frameLocator('iframe.razorpay-checkout-frame');
const pay = (page: Page) => modal(page).getByRole('button', { name: /^Pay/ }).click();

async function enterCard(page: Page, number: string): Promise<void> {
  await modal(page).getByLabel('Card number').fill(number);
  await modal(page).getByLabel('Expiry').fill('12/90');
  await modal(page).getByLabel('CVV').fill('123');
  await pay(page);
}
async function enterUpi(page: Page, id: string): Promise<void> {
  await modal(page).getByLabel('UPI', { exact: true }).check();
  await modal(page).getByLabel('UPI ID').fill(id);
  await pay(page);
}
async function enterOtp(page: Page): Promise<void> {
  await modal(page).getByLabel('OTP').fill('1234');
  await modal(page).getByRole('button', { name: 'Submit OTP' }).click();
}

const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you for Your Purchase!' }).waitFor();
const stage = (page: Page, name: string) =>
  page.locator('.stages [aria-current="step"]', { hasText: name }).waitFor();
const subjectsTo = async (email: string): Promise<string[]> => {
  const response = await fetch(`${inbox}/messages?to=${encodeURIComponent(email)}`);
  return ((await response.json()) as { subject: string }[]).map(({ subject }) => subject);
};
const noViolation = async (page: Page): Promise<void> => expect(await axeViolations(page)).toEqual([]);

describe('a guest', () => {
  it('buys with a card after another one has failed, and gets the confirmation', async () => {
    const { page, problems, close } = await shop();
    const email = uniqueEmail();
    for (const book of books) await addToCart(page, book);
    await page.getByRole('link', { name: 'Cart with 3 books' }).waitFor();
    await noViolation(page);
    await proceed(page);
    await page.getByText('The pincode field is required').first().waitFor();
    await fillAddress(page, email);
    await proceed(page);
    await enterCard(page, '4100 2800 0008 0001');
    await modal(page).getByRole('button', { name: 'Failure' }).click();
    await modal(page).getByText('balance').waitFor();
    await enterCard(page, '4100 2800 0000 1007');
    await enterOtp(page);
    await thanks(page);
    await stage(page, 'Mailed');
    await noViolation(page);
    await expect.poll(() => subjectsTo(email), EXPECT).toEqual(['Order Confirmed']);
    await page.goto('/cart');
    await page.getByText('Your cart is empty.').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('sees that a UPI payment failed, and pays the same cart with another UPI id', async () => {
    const { page, problems, close } = await shop({ width: 360 });
    const [book] = books;
    if (book === undefined) throw new Error('the demo has no book');
    await addToCart(page, book);
    await fillAddress(page, uniqueEmail());
    await proceed(page);
    await enterUpi(page, 'failure@razorpay');
    await modal(page).locator('#status:not(:empty)').waitFor();
    await modal(page).getByRole('button', { name: 'Close payment' }).click();
    await page.getByText('Payment failed. Please try again.').waitFor();
    await noViolation(page);
    await proceed(page);
    await enterUpi(page, 'success@razorpay');
    await thanks(page);
    await stage(page, 'Mailed');
    expect(problems).toEqual([]);
    await close();
  });

  it('whose tab is closed after the payment finds it on the page of the purchase', async () => {
    const { page, context, close } = await shop();
    const email = uniqueEmail();
    const [book] = books;
    if (book === undefined) throw new Error('the demo has no book');
    await addToCart(page, book);
    await fillAddress(page, email);
    // The browser never reports the payment: the provider's webhook alone does.
    await context.route('**/api/payment/verify', () => undefined);
    const reported = page.waitForRequest('**/api/payment/verify');
    await proceed(page);
    await enterUpi(page, 'success@razorpay');
    await reported;
    await page.close();
    const later = await context.newPage();
    await later.goto('/success');
    await stage(later, 'Mailed');
    await later.getByRole('link', { name: 'The page of this purchase' }).click();
    await later.waitForURL('**/status/co_*');
    await stage(later, 'Mailed');
    await noViolation(later);
    await expect.poll(() => subjectsTo(email), EXPECT).toEqual(['Order Confirmed']);
    await later.goto('/cart');
    await later.getByText('Your cart is empty.').waitFor();
    await close();
  });
});
