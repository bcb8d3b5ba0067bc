import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { axeViolations, baseUrl, hydrated, launchBrowser, settled, visit } from './browser.ts';
import { resize, problemsInEveryLook } from './looks.ts';
import { categories } from './page-parts.ts';

// A visitor of the demo site logs in with the real accounts service, without stubs.

const identifier = process.env['E2E_VISITOR_EMAIL'] ?? '';
const password = process.env['E2E_VISITOR_PASSWORD'] ?? '';

let browser: Browser;
let lawyer: string;
/** A members-only value of that lawyer. */
let licence: string;

interface Found {
  data: { id: number; attributes: { Identifier?: string } }[];
}

async function fetchJson(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`${baseUrl()}${path}`, init);
  if (!response.ok) throw new Error(`${path} responded ${response.status}`);
  return response.json();
}

beforeAll(async () => {
  browser = await launchBrowser();
  const { jwt } = (await fetchJson('/api/auth/local', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  })) as { jwt: string };
  const query = 'filters[SubCategory2][$eq]=0&fields[0]=Identifier&pagination[pageSize]=100';
  const { data } = (await fetchJson(`/api/lawyers?${query}`, {
    headers: { authorization: `Bearer ${jwt}` },
  })) as Found;
  const found = data.find(({ attributes }) => (attributes.Identifier ?? '') !== '');
  if (found === undefined) throw new Error('No lawyer has a members-only licence number');
  licence = found.attributes.Identifier ?? '';
  const html = await (await fetch(`${baseUrl()}/catalogs/lawyers/${found.id}/any`)).text();
  const href = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
  if (href === undefined) throw new Error(`No page of lawyer ${found.id}`);
  lawyer = new URL(href).pathname;
});
afterAll(() => browser.close());

const logInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log in', exact: true });
const account = (page: Page) => page.getByRole('button', { name: /^Account of / });
const logOut = async (page: Page) => {
  await account(page).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
};
const facts = (page: Page) => page.getByText(licence, { exact: true });
const lost = (page: Page) => page.getByRole('status').filter({ hasText: 'Your session has ended' });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Submits the open login page, and waits for the page that it redirects to. */
async function logIn(page: Page, backTo: string): Promise<void> {
  await page.getByLabel('Email Id').fill(identifier);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`**${backTo}`);
  await account(page).waitFor();
}

async function openLoggedIn(page: Page, path: string): Promise<void> {
  await open(page, path);
  await logInLink(page).click();
  await page.waitForURL('**/login*');
  await logIn(page, path);
}

/** Records the response status of every token refresh of a visitor's pages. */
function noteRefreshes(page: Page): number[] {
  const statuses: number[] = [];
  page.context().on('response', (response) => {
    if (response.url().endsWith('/api/auth/refresh')) statuses.push(response.status());
  });
  return statuses;
}

describe('a visitor who is logged in', () => {
  it('is still logged in after a reload, without a token in the page or in storage', async () => {
    const { page, context, problems, close } = await visit(browser);
    await openLoggedIn(page, lawyer);
    await facts(page).waitFor();

    const response = await page.reload();
    expect(await response?.text()).not.toContain(licence);
    await account(page).waitFor();
    await facts(page).waitFor();

    expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).toMatchObject({
      'vidhi.session': 'in',
    });
    const storage = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(storage).not.toMatch(/eyJ|@|gazette/i);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const cookies = (await context.cookies()).filter(({ name }) => name.endsWith('vidhi-session'));
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/' }]);
    expect(problems).toEqual([]);
    await close();
  });

  it('is logged in in a second tab, and in no tab after logging out in one', async () => {
    const { page, context, openTab, problems, close } = await visit(browser);
    await openLoggedIn(page, lawyer);
    await facts(page).waitFor();

    const second = await openTab();
    await open(second, '/');
    await account(second).waitFor();
    const left = second.waitForResponse('**/api/auth/logout');
    await logOut(second);
    await second.getByText('You are logged out').waitFor({ state: 'attached' });
    expect((await left).status()).toBe(204);
    expect(await second.evaluate(() => document.activeElement?.id)).toBe('content');

    await page.getByRole('link', { name: 'Contact for Consultation' }).waitFor();
    await logInLink(page).waitFor();
    expect(await page.content()).not.toContain(licence);

    expect((await context.cookies()).filter(({ name }) => name.endsWith('vidhi-session'))).toEqual([]);
    await open(page, lawyer);
    await page.getByRole('link', { name: 'Contact for Consultation' }).waitFor();
    expect(await logInLink(page).count()).toBe(1);
    expect(problems).toEqual([]);
    await close();
  });

  it('is logged in in a tab that was open before', async () => {
    const { page, openTab, problems, close } = await visit(browser);
    const before = await openTab();
    await open(before, lawyer);
    await logInLink(before).waitFor();
    await page.bringToFront();
    await openLoggedIn(page, '/');
    await account(before).waitFor();
    await facts(before).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});

describe('a token that is no longer accepted', () => {
  it('is refreshed once, and the visitor sees members-only values', async () => {
    const { page, close } = await visit(browser);
    const refreshes = noteRefreshes(page);
    await open(page, '/');
    const login = page.waitForResponse('**/api/auth/local');
    await logInLink(page).click();
    await page.waitForURL('**/login*');
    await logIn(page, '/');
    const { jwt } = (await (await login).json()) as { jwt: string };
    // A token issued in the same second would be the same token again, and the page would not repeat its request.
    const { iat } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as {
      iat: number;
    };
    await expect.poll(() => Date.now() / 1_000).toBeGreaterThan(iat + 1);
    let broken = 0;
    await page.route('**/api/lawyers?*', async (route) => {
      const headers = route.request().headers();
      // Only the first time.
      if (broken > 0 || headers['authorization'] !== `Bearer ${jwt}`) return route.continue();
      broken += 1;
      // The signature is invalid now, so the real service rejects it.
      return route.continue({ headers: { ...headers, authorization: `Bearer ${jwt.slice(0, -8)}AAAAAAAA` } });
    });
    expect(refreshes).toEqual([]);
    await page.evaluate((path) => {
      // Client navigation, without reloading the page.
      const link = Object.assign(document.createElement('a'), { href: path });
      link.setAttribute('data-page-link', '');
      document.body.append(link);
      link.click();
      link.remove();
    }, lawyer);
    await page.waitForURL(`**${lawyer}`);
    await facts(page).waitFor();
    expect([broken, refreshes]).toEqual([1, [200]]);
    await close();
  });

  it('shows a message with a login link when it cannot be refreshed', async () => {
    const { page, context, close } = await visit(browser);
    await openLoggedIn(page, lawyer);
    await facts(page).waitFor();
    await context.clearCookies();
    const refreshes = noteRefreshes(page);
    await open(page, lawyer);
    await lost(page).waitFor();
    expect(refreshes).toEqual([401]);
    expect(await page.content()).not.toContain(licence);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Log in again' }).click();
    await page.waitForURL('**/login?next=*');
    await lost(page).waitFor({ state: 'detached' });
    await logIn(page, lawyer);
    await facts(page).waitFor();
    await close();
  });

  it('shows a message until it is dismissed, and the page does not change', async () => {
    const { page, context, close } = await visit(browser);
    await openLoggedIn(page, lawyer);
    await context.clearCookies();
    await open(page, lawyer);
    await lost(page).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await lost(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await logInLink(page).waitFor();
    await close();
  });
});

describe('the head', () => {
  it.each([360, 768, 1440])('does not shift the layout when the session is known at %i px', async (width) => {
    const { page, problems, close } = await visit(browser, { width });
    const banner = page.getByRole('banner');
    const parts = (accountMenu: Locator): Record<string, Locator> => ({
      banner,
      name: banner.getByRole('link').first(),
      search: banner.getByRole('search'),
      account: accountMenu,
      main: page.getByRole('main'),
      // Phones have the categories in the menu.
      ...(width < 768 ? {} : { categories: categories(page) }),
    });
    const boxes = async (accountMenu: Locator) => {
      const found = new Map<string, unknown>();
      for (const [name, part] of Object.entries(parts(accountMenu))) {
        const box = await part.boundingBox();
        expect({ name, isShown: box !== null }).toEqual({ name, isShown: true });
        // The height of the content depends on data that may change meanwhile.
        found.set(name, { left: box?.x, top: box?.y, width: box?.width });
      }
      return found;
    };
    const over = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    // On the front page, the bar hides the name of the site until the reader scrolls.
    await open(page, '/about');
    await settled(page);
    const before = await boxes(logInLink(page));
    await openLoggedIn(page, '/about');
    await settled(page);
    expect(await boxes(account(page))).toEqual(before);
    expect(await over()).toBe(0);
    const clipped = await account(page).evaluate((menu) => menu.scrollWidth - menu.clientWidth);
    expect(clipped).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('has no violation in light and dark, and is not printed', async () => {
    const { page, close } = await visit(browser);
    await openLoggedIn(page, '/');
    expect(await problemsInEveryLook(page)).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ media: 'print', colorScheme });
      for (const width of [360, 1280]) {
        await resize(page, width);
        expect(await account(page).isVisible()).toBe(false);
      }
    }
    await close();
  });
});
