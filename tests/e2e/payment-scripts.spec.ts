import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { baseUrl, hydrated, launchBrowser } from './browser.ts';
import { addToCart, fillAddress, firstBooks, modal, proceed, uniqueEmail, visitShop } from './shop.ts';

// The scripts that pages of payments run are those of docs/payment-scripts.md, and no others.

const DOCUMENT = new URL('../../docs/payment-scripts.md', import.meta.url);
const RAZORPAY = 'https://checkout.razorpay.com';
const sandbox = process.env['E2E_PAYMENT_SANDBOX'] ?? '';

const listed = [...readFileSync(DOCUMENT, 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map(
  ([, name = '']) => name,
);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** A script by its line of the inventory: assets by their pattern, the sandbox as the provider that it stands in for. */
function lineOf(url: string): string {
  const { origin, pathname, href } = new URL(url);
  if (origin === new URL(sandbox).origin) return `${RAZORPAY}${pathname}`;
  if (origin !== new URL(baseUrl()).origin) return href;
  return pathname.replace(/^\/assets\/[\w.-]+\.js$/, '/assets/*.js');
}

/** Scripts that the document runs inline, and JavaScript that it has loaded. */
async function scriptsOf(page: Page): Promise<string[]> {
  const { inline, loaded } = await page.evaluate(() => {
    const scripts = [...document.querySelectorAll('script')].filter(
      ({ type }) => type === '' || type === 'module' || type.includes('javascript'),
    );
    const fetched = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ name }) => name);
    return {
      inline: scripts.filter(({ src }) => src === '').map(({ textContent }) => textContent),
      loaded: [...fetched, ...scripts.map(({ src }) => src).filter((src) => src !== '')],
    };
  });
  const hashes = inline.map(
    (text) =>
      `inline sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}`,
  );
  return [...hashes, ...loaded.map(lineOf)];
}

it('pages of payments run the scripts of the inventory, and no others', async () => {
  const { page, problems, close } = await visitShop(browser);
  const [book] = await firstBooks(1);
  if (book === undefined) throw new Error('the demo has no book');
  await addToCart(page, book);
  // A document of its own, as the navigation of the app does not load the inline scripts again.
  await page.goto('/cart');
  await hydrated(page);
  const found = new Set(await scriptsOf(page));
  await fillAddress(page, uniqueEmail());
  await proceed(page);
  await modal(page).getByLabel('Card number').waitFor();
  for (const script of await scriptsOf(page)) found.add(script);
  for (const path of [`/payment/books/${book.id}/book`, `/payment2/books/${book.id}/book`]) {
    await page.goto(path);
    await hydrated(page);
    for (const script of await scriptsOf(page)) found.add(script);
  }
  expect([...found].toSorted()).toEqual(listed.toSorted());
  expect(problems).toEqual([]);
  await close();
});
