import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { axeViolations, hydrated, launchBrowser, visit } from './browser.ts';
import { generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';

// Documents of kind app and console on a generated site, under the policy that the web server sends.

let browser: Browser;
let site: GeneratedSite;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await startGeneratedSite(generatedSite());
});
afterAll(() => Promise.all([browser.close(), site.close()]));

const tokenOf = (role: number): string => {
  const claims = Buffer.from(JSON.stringify({ role, exp: 4_000_000_000 })).toString('base64url');
  return `e30.${claims}.signature`;
};
const user = { id: 7, first_name: 'Asha', last_name: 'Rao', email: 'asha@rao.example', mobile: '9876543210' };
const SESSIONS = [
  { isCurrent: true, lastUsedAt: '2026-03-14T04:30:00.000Z', endsAt: '2026-04-14T04:30:00.000Z' },
  { isCurrent: false, lastUsedAt: '2026-03-13T04:30:00.000Z', endsAt: '2026-04-13T04:30:00.000Z' },
];

const EMPTY_LIST = {
  data: [],
  meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } },
};

/** Opens a page of a browser that is logged in with a role; returns how often it renewed its token too. */
async function openAs(role: number, path: string, colorScheme: 'light' | 'dark' = 'light') {
  const visited = await visit(browser, { site: site.url, colorScheme });
  const { page, context } = visited;
  const renewals: string[] = [];
  await context.route('**/api/auth/refresh', async (route) => {
    renewals.push(route.request().url());
    await route.fulfill({ json: { jwt: tokenOf(role), user } });
  });
  await context.route('**/api/users/me*', (route) => route.fulfill({ json: user }));
  await context.route('**/api/auth/sessions', (route) => route.fulfill({ json: SESSIONS }));
  for (const list of ['carts', 'orders'])
    await context.route(`**/api/${list}?*`, (route) => route.fulfill({ json: EMPTY_LIST }));
  await context.addInitScript(() => localStorage.setItem('vidhi.session', 'in'));
  await page.goto(path);
  await hydrated(page);
  return { ...visited, renewals };
}

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

describe('a console document', () => {
  it('shows an empty table to staff, and that others may not see it', async () => {
    const staff = await openAs(10, '/console');
    await staff.page.getByRole('cell', { name: 'No result found' }).waitFor();
    expect(staff.problems).toEqual([]);
    await staff.close();
    const customer = await openAs(4, '/console');
    await customer.page.getByRole('heading', { name: 'You may not see this page' }).waitFor();
    await customer.close();
  });

  it.each(['light', 'dark'] as const)('uses every component without a report in %s', async (scheme) => {
    const { page, problems, close } = await openAs(11, '/console/components', scheme);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Errors in this form' }).waitFor();
    const name = page.getByLabel('Name', { exact: true });
    await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
    await name.fill('Asha');
    await page.getByLabel('Court', { exact: true }).click();
    await page.getByTitle('High Court of Delhi').click();
    await page.getByLabel('Practice Since').click();
    await page
      .getByTitle(/^\d{4}-\d\d-\d\d$/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('a.png').waitFor();
    await page.getByRole('button', { name: 'Show a notice' }).click();
    await page.getByText('Saved successfully').waitFor();
    await page.getByRole('button', { name: 'Open a dialog' }).click();
    await page.getByRole('dialog', { name: 'A dialog' }).waitFor();
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflowY)).toBe('hidden');
    await page.getByRole('button', { name: 'OK' }).click();
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).overflowY))
      .not.toBe('hidden');
    expect(problems).toEqual([]);
    await close();
  });
});
