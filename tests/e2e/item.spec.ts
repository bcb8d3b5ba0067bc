import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { baseUrl, hydrated, launchBrowser, visit } from './browser.ts';
import { problemsInEveryLook } from './looks.ts';

let browser: Browser;
let bookWithPictures: string;
let lawyer: string;

interface Found {
  data: { id: number; attributes: { SecondaryImageIds?: { data: unknown[] | null } } }[];
}

async function fetchData(query: string): Promise<Found['data']> {
  const response = await fetch(`${baseUrl()}/api/${query}`);
  if (!response.ok) throw new Error(`/api/${query} responded ${response.status}`);
  return ((await response.json()) as Found).data;
}

/** Resolves with the canonical URL of a page. */
async function addressOf(store: string, id: number | undefined): Promise<string> {
  const html = await (await fetch(`${baseUrl()}/catalogs/${store}/${id}/any`)).text();
  const href = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
  if (href === undefined) throw new Error(`No page of ${store} ${id}`);
  return new URL(href).pathname;
}

beforeAll(async () => {
  browser = await launchBrowser();
  const books = await fetchData('books?pagination[pageSize]=100&populate[SecondaryImageIds][fields][0]=url');
  const book = books.find(({ attributes }) => (attributes.SecondaryImageIds?.data?.length ?? 0) > 0);
  bookWithPictures = await addressOf('books', book?.id);
  const [first] = await fetchData('lawyers?filters[SubCategory2][$eq]=0&pagination[pageSize]=1');
  lawyer = await addressOf('lawyers', first?.id);
});
afterAll(() => browser.close());

const GATED = {
  Identifier: 'KER/SECRET/2001',
  Price: 7_777,
  contact: {
    phone_number: '9876543210',
    email_address: 'advocate@bar.example',
    address: '1 Court Road',
    website_link: 'https://advocate.example/',
  },
};

/**
 * Stubs the login and the reads with its token, because tests do not know a password of the running site.
 * Requests without the token go to the site.
 */
async function acceptLogin(page: Page): Promise<void> {
  await page.route('**/api/auth/local', async (route) => {
    const { password } = route.request().postDataJSON() as { password: string };
    const error = { status: 400, name: 'ValidationError', message: 'Invalid identifier or password' };
    await (password === 'right'
      ? route.fulfill({ json: { jwt: 'a-token', user: { id: 7, first_name: 'Asha', last_name: 'Rao' } } })
      : route.fulfill({ status: 400, json: { data: null, error } }));
  });
  // The masthead counts the books in the cart; the gateway would reject this token, which ends the session.
  await page.route('**/api/carts?*', (route) => route.fulfill({ json: { data: [], meta: {} } }));
  await page.route('**/api/lawyers?*', async (route) => {
    const isLoggedIn = route.request().headers()['authorization'] === 'Bearer a-token';
    await (isLoggedIn
      ? route.fulfill({ json: { data: [{ id: 1, attributes: GATED }], meta: {} } })
      : route.continue());
  });
}

describe('the pictures of a book', () => {
  it('can be browsed by keyboard, and the focus returns', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto(bookWithPictures);
    await hydrated(page);
    const main = page
      .getByRole('region', { name: 'Pictures' })
      .getByRole('link', { name: 'Enlarge picture' });
    await main.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await dialog.getByText('Picture 1 of').waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('Picture 2 of').waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog.getByText('Picture 1 of').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => main.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the contact of a lawyer', () => {
  it('is shown after login, and hidden again after logout', async () => {
    const { page, close } = await visit(browser);
    await acceptLogin(page);
    await page.goto(lawyer);
    await hydrated(page);
    expect(await page.content()).not.toContain(GATED.Identifier);
    await page.getByRole('link', { name: 'Contact for Consultation' }).click();
    await page.waitForURL('**/login?next=*');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('The identifier field is required', { exact: true }).waitFor();
    await page.getByText('The password field is required', { exact: true }).waitFor();
    const identifier = page.getByLabel('Email Id');
    await expect.poll(() => identifier.evaluate((element) => element === document.activeElement)).toBe(true);
    await identifier.fill('asha@rao.example');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Invalid identifier or password').waitFor();
    await page.getByLabel('Password').fill('right');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`**${lawyer}`);
    await page.getByRole('rowheader', { name: 'Hourly Charge' }).waitFor();
    for (const text of [GATED.Identifier, '₹7,777', '9876543210', 'advocate@bar.example', '1 Court Road'])
      await page.getByText(text, { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('link', { name: 'Contact for Consultation' }).waitFor();
    const left = await page.content();
    for (const text of [GATED.Identifier, '7,777', '9876543210']) expect(left).not.toContain(text);
    await close();
  });
});

describe('accessibility', () => {
  it('has no violation and no horizontal scroll, in light and dark', async () => {
    const { page, close } = await visit(browser);
    for (const path of [bookWithPictures, lawyer, '/login']) {
      await page.goto(path);
      await hydrated(page);
      expect({ path, problems: await problemsInEveryLook(page) }).toEqual({ path, problems: [] });
    }
    await close();
  });
});
