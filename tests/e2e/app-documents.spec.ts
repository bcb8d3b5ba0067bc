import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { openAs as openOf, visitAs } from './as-member.ts';
import { axeViolations, hydrated, launchBrowser } from './browser.ts';
import { generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';

// Documents of kind app and console on a generated site, under the policy that the web server sends.

let browser: Browser;
let site: GeneratedSite;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await startGeneratedSite(generatedSite());
});
afterAll(() => Promise.all([browser.close(), site.close()]));

/** Opens a page as a member with this role. */
const openAs = (role: number, path: string, colorScheme: 'light' | 'dark' = 'light') =>
  openOf(browser, site.url, role, path, colorScheme);

const documentsOf = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);

describe('an app document', () => {
  it.each(['light', 'dark'] as const)(
    'shows the account without a report or violation in %s',
    async (scheme) => {
      const { page, problems, renewals, close } = await openAs(4, '/account', scheme);
      await page.getByText('asha@rao.example').waitFor();
      await page.getByRole('tab', { name: 'My Order' }).click();
      await page.getByText('No result found').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      expect([renewals.length, problems]).toEqual([1, []]);
      await close();
    },
  );

  it('shows the account of a lawyer who has no pictures in lines as wide as others', async () => {
    const { page, context, close } = await visitAs(browser, site.url, 5);
    const pagination = { page: 1, pageSize: 1, pageCount: 0, total: 0 };
    await context.route('**/api/lawyers?*', (route) =>
      route.fulfill({ json: { data: [], meta: { pagination } } }),
    );
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/account');
    const email = page.getByText('asha@rao.example');
    await email.waitFor();
    expect((await email.boundingBox())?.height).toBeLessThan(40);
    await close();
  });

  it('is another document than a reading page, and keeps the colour scheme', async () => {
    const { page, problems, close } = await openAs(4, '/about');
    await page.evaluate(() => localStorage.setItem('vidhi.theme', 'dark'));
    const before = await documentsOf(page);
    await page.goto('/account');
    await hydrated(page);
    await page.getByText('asha@rao.example').waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click();
    await page.waitForURL('**/about');
    await page.getByRole('heading', { level: 1, name: /About/ }).waitFor();
    expect(await documentsOf(page)).not.toBe(before);
    expect(problems).toEqual([]);
    await close();
  });
});

/** Chooses colours and text size in the menu. */
async function chooseAppearance(page: Page, colours: 'Light' | 'Dark', size: RegExp): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: colours, exact: true }).click();
  await page.getByRole('button', { name: size }).last().click();
  await page.keyboard.press('Escape');
}

/** Waits for the next document, and returns its appearance once it knows the logged-in user. */
async function appearanceOfNext(page: Page, before: number): Promise<(string | undefined)[]> {
  await expect.poll(() => documentsOf(page)).not.toBe(before);
  await hydrated(page);
  await page.getByRole('button', { name: 'Account of Asha Rao' }).waitFor();
  return page.evaluate(() => {
    const { theme, text } = document.documentElement.dataset;
    return [theme, text];
  });
}

it('colours, text size and session survive navigations between the kinds of document', async () => {
  const { page, problems, close } = await openAs(10, '/about');
  const account = page.getByRole('button', { name: 'Account of Asha Rao' });
  const about = page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true });
  await account.waitFor();
  await chooseAppearance(page, 'Dark', /Larger text/);

  let before = await documentsOf(page);
  await account.click();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  expect(await appearanceOfNext(page, before)).toEqual(['dark', 'large']);
  await chooseAppearance(page, 'Light', /Smaller text/);
  before = await documentsOf(page);
  await about.click();
  expect(await appearanceOfNext(page, before)).toEqual(['light', 'small']);

  before = await documentsOf(page);
  await page.goto('/console');
  expect(await appearanceOfNext(page, before)).toEqual(['light', 'small']);
  await account.click();
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  before = await documentsOf(page);
  await page.getByRole('link', { name: 'View the site' }).click();
  expect(await appearanceOfNext(page, before)).toEqual(['dark', 'small']);
  expect(problems).toEqual([]);
  await close();
});

describe('a console document', () => {
  it('shows what waits to staff, and that others may not see it', async () => {
    const staff = await openAs(11, '/console');
    await staff.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await staff.page.getByRole('region', { name: 'Drafts' }).getByRole('listitem').first().waitFor();
    // Styles that antd would insert at run time.
    expect(await staff.page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
    expect(await axeViolations(staff.page)).toEqual([]);
    await staff.page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeViolations(staff.page)).toEqual([]);
    expect(staff.problems).toEqual([]);
    await staff.close();
    const customer = await openAs(4, '/console');
    await customer.page.getByRole('heading', { name: 'You cannot open this page' }).waitFor();
    await customer.close();
  });
});
