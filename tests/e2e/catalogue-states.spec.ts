import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { aBook, aProfile, fakeCatalogue } from '../../web/src/testing/fake-catalogue.ts';
import { hydrated, launchBrowser, visit } from './browser.ts';
import { generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';
import { bookCount, bookList } from './page-parts.ts';

// A catalogue while requests fail, and afterwards, on a generated site.

let browser: Browser;
let site: GeneratedSite;

/** Prefixes of paths that currently fail. */
const failing: Record<string, number> = {};
const fail = (...starts: string[]): void => {
  for (const start of Object.keys(failing)) delete failing[start];
  for (const start of starts) failing[start] = 503;
};

const books = Array.from({ length: 3 }, (_, at) => aBook(at + 1));
const profiles = Array.from({ length: 2 }, (_, at) => aProfile(at + 1));

beforeAll(async () => {
  browser = await launchBrowser();
  const catalogue = { books, profiles, counts: { Category: { 5: 3 }, Type: { Journal: 3 }, Binding: {} } };
  const generated = generatedSite({ failing });
  site = await startGeneratedSite(generated, fakeCatalogue({ ...generated, ...catalogue }));
});
afterAll(() => Promise.all([browser.close(), site.close()]));

async function open(path: string) {
  const visited = await visit(browser, { site: site.url });
  const response = await visited.page.goto(path);
  await hydrated(visited.page);
  return { ...visited, status: response?.status() };
}

const countOf = (page: Page, text: string) => bookCount(page).getByText(text, { exact: true });
const responded = (page: Page, start: string, status: number) =>
  page.waitForResponse((response) => response.url().includes(start) && response.status() === status);

describe('a catalogue whose site config request fails', () => {
  it.each([
    ['/catalogs/books', 'Books'],
    ['/catalogs/lawyers', 'Lawyers'],
    ['/find-a-lawyer', 'States and cities'],
  ])('shows Loading at %s, polls, and renders when the request succeeds', async (path, name) => {
    fail('/site-setting');
    const { page, close } = await open(path);
    const list = page.getByRole('main').getByRole('region', { name, exact: true });
    await page.getByRole('main').getByText('Loading', { exact: true }).waitFor();
    expect(await list.count()).toBe(0);
    // It is polled, more than once.
    await responded(page, '/api/site-setting', 503);
    await responded(page, '/api/site-setting', 503);
    fail();
    await responded(page, '/api/site-setting', 200);
    await list.waitFor();
    expect(await page.getByRole('main').getByText('Loading', { exact: true }).count()).toBe(0);
    await close();
  });
});

describe('a catalogue whose list request fails', () => {
  it('responds 503 with a retry page, and the complete list after a retry', async () => {
    fail('/books?filters', '/books?sort', '/books?pagination', '/books?counts');
    const { page, status, close } = await open('/catalogs/books');
    expect(status).toBe(503);
    expect(await bookList(page).count()).toBe(0);
    fail();
    await page.getByRole('link', { name: 'Try again' }).click();
    await countOf(page, '3 books').waitFor();
    await close();
  });

  it('is empty for a filter, and complete again when the filter is removed', async () => {
    fail();
    const { page, close } = await open('/catalogs/books');
    await countOf(page, '3 books').waitFor();
    fail('/books?filters[$and][0][Category]');
    const box = page.locator('input[name="category"][value="5"]');
    await box.check();
    await countOf(page, 'No result found').waitFor();
    expect(new URL(page.url()).search).toBe('?category=5');
    fail();
    await box.uncheck();
    await countOf(page, '3 books').waitFor();
    await close();
  });
});

describe('the filter options of a catalogue', () => {
  it('show their counts, and are disabled at zero', async () => {
    fail();
    const { page, problems, close } = await open('/catalogs/books');
    const label = page.locator('label').filter({ has: page.locator('input[name="category"]') });
    await label.getByText('3', { exact: true }).waitFor();
    expect(await page.locator('input[name="category"]').isEnabled()).toBe(true);
    await page.getByRole('checkbox', { name: /^Journal\s*\(3 books\)$/ }).waitFor();
    await page
      .locator('summary')
      .filter({ hasText: /^Binding/ })
      .click();
    const without = page.getByRole('checkbox', { name: /^Paperback\s*\(0 books\)$/ });
    expect(await without.isDisabled()).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });
});
