import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { axeViolations, hydrated, launchBrowser } from './browser.ts';
import {
  ATTEMPTS,
  addToCart,
  enterCard,
  enterNetbanking,
  enterOtp,
  enterUpi,
  fillAddress,
  firstBooks,
  modal,
  proceed,
  mailed,
  stage,
  thanks,
  uniqueEmail,
  visitShop,
  type ShopBook,
} from './shop.ts';

// Guests buy books of the demo: cart, the modal of the payment sandbox, and what becomes of the purchase.

const inbox = process.env['E2E_MAIL_INBOX'] ?? '';
const EXPECT = { timeout: 60_000 };

let browser: Browser;
let books: ShopBook[];
beforeAll(async () => {
  browser = await launchBrowser();
  books = await firstBooks(3);
});
afterAll(() => browser.close());

interface InboxMail {
  subject: string;
  attachments: { filename: string; contentType: string; bytes: number }[];
}
async function mailsTo(email: string): Promise<InboxMail[]> {
  const response = await fetch(`${inbox}/messages?to=${encodeURIComponent(email)}`);
  return (await response.json()) as InboxMail[];
}
const subjectsTo = async (email: string): Promise<string[]> =>
  (await mailsTo(email)).map(({ subject }) => subject);
/** Returns a book for tests that do not depend on its attributes. */
function aBook(): ShopBook {
  const [book] = books;
  if (book === undefined) throw new Error('the demo has no book');
  return book;
}
/** The link to the cart in the masthead, by all of its name. */
const badge = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
const UNAVAILABLE = { data: null, error: { status: 503, name: 'ServiceUnavailableError', message: 'down' } };
const noViolation = async (page: Page): Promise<void> => expect(await axeViolations(page)).toEqual([]);

describe('a guest', () => {
  it('buys with a card after another one has failed, and gets the confirmation', async () => {
    const { page, problems, close } = await visitShop(browser);
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
    await mailed(page);
    await noViolation(page);
    await expect.poll(() => subjectsTo(email), EXPECT).toEqual(['Order Confirmed']);
    expect((await mailsTo(email))[0]?.attachments).toEqual([
      { filename: 'bill-of-supply.pdf', contentType: 'application/pdf', bytes: expect.any(Number) as number },
    ]);
    await page.goto('/cart');
    await page.getByText('Your cart is empty.').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('has the number of books in the cart right after a payment, in every tab, and after each further reading', async () => {
    const { page, openTab, close } = await visitShop(browser);
    const other = await openTab();
    await addToCart(page, aBook());
    await other.goto('/catalogs/books');
    await hydrated(other);
    await badge(other, 'Cart with 1 book').waitFor();
    await fillAddress(page, uniqueEmail());
    await proceed(page);
    await enterUpi(page, 'success@razorpay');
    await thanks(page);
    // Each of these reads the cart, or what a tab remembers of it, while the shop takes the books out.
    await badge(other, 'Cart').waitFor();
    await other.goto('/cart');
    await other.getByText('Your cart is empty.').waitFor();
    await other.reload();
    await other.getByText('Your cart is empty.').waitFor();
    expect([await badge(page, 'Cart').count(), await badge(other, 'Cart').count()]).toEqual([1, 1]);
    await mailed(page);
    const [, second] = books;
    await addToCart(page, second ?? aBook());
    await badge(page, 'Cart with 1 book').waitFor();
    await badge(other, 'Cart with 1 book').waitFor();
    await close();
  });

  it.each(['is gone', 'answers with 503', 'cannot be reached: the network is off'] as const)(
    'reads that the payment was not begun when the checkout %s, and buys when it is back',
    async (failure) => {
      const { page, context, close } = await visitShop(browser, { width: 360 });
      await addToCart(page, aBook());
      const email = uniqueEmail();
      await fillAddress(page, email);
      if (failure === 'cannot be reached: the network is off') await context.setOffline(true);
      else
        await page.route('**/api/payment/checkout', (route) =>
          failure === 'is gone'
            ? route.abort('connectionrefused')
            : route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: UNAVAILABLE }),
        );
      await proceed(page);
      await page.getByRole('alert').filter({ hasText: 'We could not start the payment.' }).waitFor();
      expect(await modal(page).locator('body').count()).toBe(0);
      await noViolation(page);
      await context.setOffline(false);
      await page.unroute('**/api/payment/checkout');
      const billing = page.getByRole('group', { name: 'Billing address' });
      expect(await billing.getByLabel('Email').inputValue()).toBe(email);
      await proceed(page);
      await enterUpi(page, 'success@razorpay');
      await thanks(page);
      await close();
    },
  );

  it('sees that a UPI payment failed, and pays the same cart with another UPI id', async () => {
    const { page, problems, close } = await visitShop(browser, { width: 360 });
    await addToCart(page, aBook());
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
    await mailed(page);
    expect(problems).toEqual([]);
    await close();
  });

  it('pays by netbanking after the bank has failed a payment', async () => {
    const { page, problems, close } = await visitShop(browser);
    await addToCart(page, aBook());
    await fillAddress(page, uniqueEmail());
    await proceed(page);
    await enterNetbanking(page);
    await modal(page).getByRole('button', { name: 'Failure' }).click();
    await modal(page).getByText('declined').waitFor();
    await enterNetbanking(page);
    await modal(page).getByRole('button', { name: 'Success' }).click();
    await thanks(page);
    await mailed(page);
    expect(problems).toEqual([]);
    await close();
  });

  it('whose tab is closed after the payment finds it on the page of the purchase', async () => {
    const { page, context, openTab, close } = await visitShop(browser);
    const email = uniqueEmail();
    await addToCart(page, aBook());
    await fillAddress(page, email);
    // The browser never reports the payment: the provider's webhook alone does.
    await context.route('**/api/payment/verify', () => undefined);
    const reported = page.waitForRequest('**/api/payment/verify');
    await proceed(page);
    await enterUpi(page, 'success@razorpay');
    await reported;
    await page.close();
    const later = await openTab();
    await later.goto('/success');
    await mailed(later);
    await later.getByRole('link', { name: 'Track your order' }).click();
    await later.waitForURL('**/status/co_*');
    await mailed(later);
    await noViolation(later);
    await expect.poll(() => subjectsTo(email), EXPECT).toEqual(['Order Confirmed']);
    await later.goto('/cart');
    await later.getByText('Your cart is empty.').waitFor();
    await close();
  });

  it('whose tab is closed at the bank keeps the cart, and gets the order when the bank succeeds late', async () => {
    const { page, openTab, close } = await visitShop(browser);
    const email = uniqueEmail();
    const book = aBook();
    await addToCart(page, book);
    await fillAddress(page, email);
    await proceed(page);
    const started = page.waitForResponse(ATTEMPTS);
    await enterCard(page, '5500 6700 0000 1002');
    const { payment_id: paymentId } = (await (await started).json()) as { payment_id: string };
    await modal(page).getByLabel('OTP').waitFor();
    await page.close();
    const later = await openTab();
    await later.goto('/success');
    await stage(later, 'Ordered');
    await later.goto('/cart');
    await later.getByRole('main').getByRole('link', { name: book.title }).first().waitFor();
    const completed = await fetch(`${ATTEMPTS}/${paymentId}/complete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: 'rzp_test_sandbox', otp: '1234' }),
    });
    expect(completed.status).toBe(200);
    await later.goto('/success');
    await mailed(later);
    await expect.poll(() => subjectsTo(email), EXPECT).toEqual(['Order Confirmed']);
    await later.goto('/cart');
    await later.getByText('Your cart is empty.').waitFor();
    await close();
  });

  it('whose tab is closed before it hears of the success finds the purchase', async () => {
    const { page, openTab, close } = await visitShop(browser);
    await addToCart(page, aBook());
    await fillAddress(page, uniqueEmail());
    // The bank captures the payment, and the modal never gets the response: no handler is called.
    const captured = Promise.withResolvers<number>();
    await page.route(ATTEMPTS, async (route) => captured.resolve((await route.fetch()).status()));
    await proceed(page);
    await enterUpi(page, 'success@razorpay');
    expect(await captured.promise).toBe(200);
    await page.close();
    const later = await openTab();
    await later.goto('/success');
    await mailed(later);
    await later.goto('/cart');
    await later.getByText('Your cart is empty.').waitFor();
    await close();
  });
});
