import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import {
  axeViolations,
  baseUrl,
  headCounts,
  hydrated,
  launchBrowser,
  ONE_OF_EACH,
  visit,
} from './browser.ts';
import { horizontalScroll, resize, problemsInEveryLook } from './looks.ts';
import { bookCount } from './page-parts.ts';

let browser: Browser;

/** A filter of the running site with results and their number, found through its API. */
interface FilterWithResults {
  category: { id: number; name: string; count: number };
  total: number;
}
let filter: FilterWithResults;

interface Options {
  data: { id: number; attributes: { name: string } }[];
  meta: { counts: Record<string, number> };
}

async function findFilter(): Promise<FilterWithResults> {
  const fetchJson = async (path: string): Promise<unknown> =>
    (await fetch(`${baseUrl()}/api/${path}`)).json();
  const { data, meta } = (await fetchJson(
    'catelog-categories?filters[books][id][$notNull]=true&counts=1&sort=name',
  )) as Options;
  const first = data[0];
  if (first === undefined) throw new Error('No book of the running site has a category');
  const books = (await fetchJson('books?pagination[pageSize]=1')) as {
    meta: { pagination: { total: number } };
  };
  return {
    category: { id: first.id, name: first.attributes.name, count: meta.counts[first.id] ?? 0 },
    total: books.meta.pagination.total,
  };
}

beforeAll(async () => {
  browser = await launchBrowser();
  filter = await findFilter();
});
afterAll(() => browser.close());

const counted = (count: number) => (count === 1 ? '1 book' : `${count.toLocaleString('en-IN')} books`);
const hasCount = (page: Page, count: number) =>
  bookCount(page).getByText(counted(count), { exact: true }).waitFor();
/** Resolves with the numbers of books in the names of these filter options. */
const booksOf = async (options: Locator): Promise<number[]> =>
  (await options.allTextContents()).map((text) =>
    Number(/\(([\d,]+) books?\)$/.exec(text)?.[1]?.replaceAll(',', '')),
  );
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' });

const CATALOGUE_PATHS = ['/catalogs/books', '/catalogs/lawyers', '/catalogs/firms'];

describe('a store', () => {
  it('opens with one header, no problem and no horizontal scroll at any width', async () => {
    const { page, problems, close } = await visit(browser);
    for (const path of CATALOGUE_PATHS) {
      await page.goto(path);
      await hydrated(page);
      expect(await headCounts(page)).toEqual(ONE_OF_EACH);
      for (const width of [320, 768, 1440]) {
        await resize(page, width);
        const over = await horizontalScroll(page);
        expect({ path, width, over }).toEqual({ path, width, over: 0 });
      }
    }
    expect(problems).toEqual([]);
    await close();
  });

  it('has no accessibility violation in light and dark, filtered or not', async () => {
    const { page, close } = await visit(browser);
    for (const path of [
      ...CATALOGUE_PATHS,
      `/catalogs/books?category=${filter.category.id}`,
      '/catalogs/books?q=zzqq',
    ]) {
      await page.goto(path);
      await hydrated(page);
      expect({ path, problems: await problemsInEveryLook(page) }).toEqual({ path, problems: [] });
    }
    await close();
  });

  it('of an unknown kind responds 404', async () => {
    expect((await fetch(`${baseUrl()}/catalogs/pens`)).status).toBe(404);
  });
});

describe('a filter on a wide screen', () => {
  it('is applied at once, also by keyboard, keeps the focus and is in the URL', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto('/catalogs/books?page=2');
    await hydrated(page);
    const box = page.locator(`input[name="category"][value="${filter.category.id}"]`);
    await box.focus();
    await page.keyboard.press('Space');
    await hasCount(page, filter.category.count);
    expect(new URL(page.url()).search).toBe(`?category=${filter.category.id}`);
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await box.isChecked()).toBe(true);
    await page.goBack();
    await page.waitForURL('**/catalogs/books?page=2');
    await page.waitForFunction(() => document.querySelector('input[name="category"]:checked') === null);
    expect(problems).toEqual([]);
    await close();
  });

  it('has a chip that removes it, and all can be cleared at once', async () => {
    const { page, close } = await visit(browser);
    await page.goto(`/catalogs/books?category=${filter.category.id}`);
    await hydrated(page);
    await chips(page)
      .getByRole('link', { name: `Remove Category: ${filter.category.name}` })
      .click();
    await page.waitForURL((url) => url.search === '');
    await hasCount(page, filter.total);
    expect(await chips(page).count()).toBe(0);
    await page.goto(`/catalogs/books?category=${filter.category.id}&q=a`);
    await hydrated(page);
    await chips(page).getByRole('link', { name: 'Clear all' }).click();
    await page.waitForURL((url) => url.search === '');
    await hasCount(page, filter.total);
    await close();
  });

  it('shows the count of every option, and updates counts when an option is chosen', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto(`/catalogs/books?category=${filter.category.id}`);
    await hydrated(page);
    const option = page.locator('label').filter({ has: page.locator('input[name="type"]:enabled') });
    const [left = 0] = await booksOf(option.first());
    expect(left).toBeGreaterThan(0);
    const live = await bookCount(page).elementHandle();
    await option.first().locator('input').check();
    await hasCount(page, left);
    // Counts are in the accessible name; counts of other facets are updated.
    expect(await live?.evaluate((element) => element.isConnected)).toBe(true);
    const publishers = page.locator('label').filter({ has: page.locator('input[name="publisher"]') });
    await expect
      .poll(async () => {
        return Math.max(...(await booksOf(publishers)));
      })
      .toBeLessThanOrEqual(left);
    expect(problems).toEqual([]);
    await close();
  });

  it('shows a message when there are no results', async () => {
    const { page, close } = await visit(browser);
    await page.goto('/catalogs/books');
    await hydrated(page);
    const field = page.getByPlaceholder('Search books');
    await field.fill('zzqq no such book');
    await field.press('Enter');
    await bookCount(page).getByText('No result found', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('zzqq no such book');
    await close();
  });
});

describe('filters on a phone', () => {
  it('are in a drawer whose button shows the number of results', async () => {
    const { page, problems, close } = await visit(browser, { width: 360 });
    await page.goto('/catalogs/books');
    await hydrated(page);
    const box = page.locator(`input[name="category"][value="${filter.category.id}"]`);
    expect(await box.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filters' }).click();
    await box.check();
    expect(new URL(page.url()).search).toBe('');
    const apply = page.getByRole('button', { name: `Show ${counted(filter.category.count)}`, exact: true });
    await apply.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await apply.click();
    await hasCount(page, filter.category.count);
    expect(new URL(page.url()).search).toBe(`?category=${filter.category.id}`);
    expect(await box.isVisible()).toBe(false);
    expect(problems).toEqual([]);
    await close();
  });

  it('are discarded when Escape closes the drawer before they are applied', async () => {
    const { page, close } = await visit(browser, { width: 360 });
    await page.goto('/catalogs/books');
    await hydrated(page);
    const box = page.locator(`input[name="category"][value="${filter.category.id}"]`);
    await page.getByRole('button', { name: 'Filters' }).click();
    await box.check();
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden' });
    // The browser fires the close event asynchronously.
    await page.waitForFunction(() => document.querySelector('input[name="category"]:checked') === null);
    expect(new URL(page.url()).search).toBe('');
    await close();
  });
});

describe('without scripts', () => {
  it.each([360, 1280])('the form filters and searches at %i px', async (width) => {
    const { page, close } = await visit(browser, { javaScriptEnabled: false, width });
    await page.goto('/catalogs/books');
    if (width === 360) await page.getByRole('button', { name: 'Filters' }).click();
    await page.locator(`input[name="category"][value="${filter.category.id}"]`).check();
    await page.getByRole('button', { name: 'Show results' }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('category') === String(filter.category.id));
    expect(await bookCount(page).textContent()).toBe(counted(filter.category.count));
    await close();
  });
});
