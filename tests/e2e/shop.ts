import type { ListBody } from '@vidhi/collections/all.ts';
import type { Browser, Page } from 'playwright-core';
import { baseUrl, hydrated, visit, type Visit, type VisitOptions } from './browser.ts';

// Steps of visitors of the shop: the cart, its addresses, and the modal of the payment sandbox.

const sandbox = process.env['E2E_PAYMENT_SANDBOX'] ?? '';
/** Path to which the modal sends the customer's input. */
export const ATTEMPTS = `${sandbox}/checkout/attempts`;

export interface ShopBook {
  id: number;
  title: string;
}

/** Resolves with the first books of the demo. */
export async function firstBooks(count: number): Promise<ShopBook[]> {
  const query = `fields[0]=Title&pagination[pageSize]=${count}&sort=id:asc`;
  const response = await fetch(`${baseUrl()}/api/books?${query}`);
  const { data } = (await response.json()) as ListBody<'book'>;
  return data.map(({ id, attributes }) => ({ id, title: attributes.Title ?? '' }));
}

export const visitShop = (browser: Browser, options: VisitOptions = {}): Promise<Visit> =>
  visit(browser, { otherSites: [sandbox], ...options });

export const uniqueEmail = (): string => `buyer.${Math.random().toString(36).slice(2)}@rao.example`;

export async function addToCart(page: Page, { id }: { id: number }): Promise<void> {
  await page.goto(`/catalogs/books/${id}/book`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.waitForURL('**/cart');
  await page.getByRole('heading', { name: 'Books', exact: true }).waitFor();
}

export async function fillAddress(page: Page, email: string): Promise<void> {
  const billing = page.getByRole('group', { name: 'Billing address' });
  await billing.getByLabel('Name').fill('Asha Rao');
  await billing.getByLabel('Phone').fill('9876543210');
  await billing.getByLabel('Email').fill(email);
  await billing.getByLabel('Address', { exact: true }).fill('12 Court Road');
  await billing.getByLabel('Pincode').fill('682001');
  await billing.getByLabel('City').fill('Kochi');
}

export const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Buy' }).click();

export const modal = (page: Page) => page.frameLocator('iframe.razorpay-checkout-frame');
const pay = (page: Page) => modal(page).getByRole('button', { name: /^Pay/ }).click();

export async function enterCard(page: Page, number: string): Promise<void> {
  await modal(page).getByLabel('Card number').fill(number);
  await modal(page).getByLabel('Expiry').fill('12/90');
  await modal(page).getByLabel('CVV').fill('123');
  await pay(page);
}
export async function enterUpi(page: Page, id: string): Promise<void> {
  await modal(page).getByLabel('UPI', { exact: true }).check();
  await modal(page).getByLabel('UPI ID').fill(id);
  await pay(page);
}
/** Leads to the page of the test bank, which has a button for each result. */
export async function enterNetbanking(page: Page): Promise<void> {
  await modal(page).getByLabel('Netbanking').check();
  await pay(page);
  await modal(page).getByRole('button', { name: 'Success' }).waitFor();
}
export async function enterOtp(page: Page): Promise<void> {
  await modal(page).getByLabel('OTP').fill('1234');
  await modal(page).getByRole('button', { name: 'Submit OTP' }).click();
}

export const thanks = (page: Page) =>
  page.getByRole('heading', { name: 'Thank you for Your Purchase!' }).waitFor();
/** Waits until this stage of a purchase is the last one that is reached. */
export const stage = (page: Page, name: string) =>
  page.getByRole('listitem').and(page.locator('[aria-current="step"]')).filter({ hasText: name }).waitFor();
/** Waits until a purchase is paid and its confirmation was mailed. */
export const mailed = (page: Page) => stage(page, 'The confirmation was sent to your email address.');
