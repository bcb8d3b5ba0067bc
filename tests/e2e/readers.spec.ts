import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { PageViewSummary } from '@vidhi/contracts/page-views.ts';
import { baseUrl, launchBrowser, visit, type Visit } from './browser.ts';
import { look } from './looks.ts';
import { addEditor, call, isOfOneTest, staffOf, tokenOf, visitAsStaff } from './shop-site.ts';

// The count of readers, from the switch to the figures, with the real services.

const SETTING = 'Count page views and searches';
let browser: Browser;
let token: string;
let desk: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  token = await tokenOf(staffOf('administrator'));
  desk = await visitAsStaff(browser, await addEditor(['news', 'publish']));
});
afterAll(async () => {
  await call('/api/site-options', { token, method: 'PUT', body: { data: { count_readers: false } } });
  await desk.close();
  await browser.close();
});

const unique = (name: string): string =>
  `${name}${Math.random().toString(36).slice(2)}`.replaceAll(/\d/g, 'x');

/** Counts a search from an address of the loopback network, as browsers of other machines do. */
const searchFrom = (localAddress: string, search: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl());
    const sent = request(
      {
        hostname,
        port,
        localAddress,
        path: '/api/page-views',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify({ data: { search, is_empty: true } }));
  });

async function summary(): Promise<PageViewSummary> {
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const path = `/api/page-views/summary?from=${today}&to=${today}`;
  return (await call<{ data: PageViewSummary }>(path, { token })).data;
}

const countOf = (list: PageViewSummary['pages'], name: string): number =>
  list.rows.find((row) => row.name === name)?.count ?? 0;

async function setCounting(page: Page, isOn: boolean): Promise<void> {
  await page.goto('/console/settings');
  const part = page.getByRole('region', { name: 'Counting readers' });
  await part.getByLabel(SETTING).setChecked(isOn);
  await part.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').first().waitFor();
}

/** Does something that shows a page, and waits until the page has said so, and what was searched for. */
async function counted(page: Page, act: () => Promise<unknown>, search = ''): Promise<void> {
  const isSent = (data: string | null): boolean =>
    search === '' ? data?.includes('"path"') === true : data?.includes(search) === true;
  await Promise.all([
    page.waitForRequest((sent) => sent.url().endsWith('/api/page-views') && isSent(sent.postData())),
    act(),
  ]);
}

describe('the count of readers', () => {
  it('begins when staff turn it on, names no reader, and leaves the menu when it ends', async () => {
    const { page, problems } = desk;
    const menu = page.getByRole('navigation', { name: 'Console' });
    await page.goto('/console/settings');
    await menu.getByRole('link', { name: 'Settings' }).waitFor();
    expect(await menu.getByRole('link', { name: 'Readers' }).count()).toBe(0);
    await setCounting(page, true);
    await menu.getByRole('link', { name: 'Readers' }).waitFor();

    const reader = await visit(browser);
    const text = unique('nothing');
    const before = countOf((await summary()).pages, '/about');
    await counted(reader.page, () => reader.page.goto('/about?utm_source=letters'));
    await counted(reader.page, () => reader.page.goto(`/search?q=${text}`), text);
    // A client navigation counts as well as a document.
    const about = reader.page.getByRole('contentinfo').getByRole('link', { name: 'About' }).first();
    await counted(reader.page, () => about.click());
    await expect.poll(async () => countOf((await summary()).pages, '/about') - before).toBe(2);
    expect(await reader.page.context().cookies()).toEqual([]);
    expect(reader.problems).toEqual([]);
    await reader.close();

    // One reader's search has no name in the figures; that of three has.
    expect(countOf((await summary()).searches, text)).toBe(0);
    for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
      expect(await searchFrom(address, text)).toBe(204);
    await expect.poll(async () => countOf((await summary()).empty_searches, text)).toBeGreaterThanOrEqual(3);

    await menu.getByRole('link', { name: 'Readers' }).click();
    await page.getByRole('heading', { level: 1, name: 'Readers' }).waitFor();
    await page.getByRole('rowheader', { name: text }).first().waitFor();
    await page.getByRole('rowheader', { name: 'letters', exact: true }).waitFor();
    await look(page, 'readers');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the days as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^readers-.*\.csv$/);

    await setCounting(page, false);
    await menu.getByRole('link', { name: 'Readers' }).waitFor({ state: 'detached' });
    // Its figures stay, with the way to turn it on again.
    await page.goto('/console/readers');
    await page.getByRole('link', { name: 'Settings: counting readers' }).waitFor();
    await page.getByRole('button', { name: '365 days' }).click();
    await page.getByRole('heading', { name: 'By month' }).waitFor();
    await look(page, 'readers-off');
    expect(problems.filter(isOfOneTest)).toEqual([]);
  });
});
