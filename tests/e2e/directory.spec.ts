import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { hydrated, launchBrowser, visit } from './browser.ts';
import { problemsInEveryLook } from './looks.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const LAWYERS = / lawyers?$/;
const region = (page: Page, name: string) => page.getByRole('region', { name });
const firstPractice = (page: Page) =>
  region(page, 'Practice areas').getByRole('link', { name: LAWYERS }).first();
const places = (page: Page) => region(page, 'States and cities');
const firstState = (page: Page) =>
  places(page).getByRole('heading').getByRole('link', { name: LAWYERS }).first();
const firstCity = (page: Page) =>
  places(page).getByRole('listitem').getByRole('link', { name: LAWYERS }).first();

describe('Find a Lawyer', () => {
  it('navigates by keyboard from a state to the list of its lawyers', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto('/find-a-lawyer');
    await hydrated(page);
    await firstState(page).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/catalogs\/lawyers\?state=\d+$/);
    await page.getByRole('heading', { level: 1, name: 'Lawyers' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('navigates from a practice area to a city, with both filters set', async () => {
    const { page, problems, close } = await visit(browser, { width: 360 });
    await page.goto('/find-a-lawyer');
    await hydrated(page);
    await firstPractice(page).click();
    await page.getByRole('link', { name: 'Back to Find a Lawyer' }).waitFor();
    await firstCity(page).click();
    await page.waitForURL(/\/catalogs\/lawyers\?practice=\d+&city=\d+$/);
    expect(problems).toEqual([]);
    await close();
  });

  it('links each state and each city once', async () => {
    const { page, close } = await visit(browser);
    await page.goto('/find-a-lawyer');
    await hydrated(page);
    const hrefs = await places(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs.length).toBeGreaterThan(1);
    expect(new Set(hrefs).size).toBe(hrefs.length);
    await close();
  });

  it('responds 404 for a practice area without lawyers', async () => {
    const { page, close } = await visit(browser);
    const response = await page.goto('/find-a-lawyer/no-such-practice');
    expect(response?.status()).toBe(404);
    await close();
  });

  it('lets the visitor recompute the order, with the same result', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto('/catalogs/lawyers/order');
    await hydrated(page);
    await page.getByRole('button', { name: 'Compute today’s order here' }).click();
    for (const name of [/^Lawyers: the first/, /^Law firms: the first/])
      await page.getByRole('table', { name }).waitFor();
    await expect
      .poll(() => page.getByRole('main').getByRole('status').getByRole('strong').allInnerTexts())
      .toEqual(Array.from({ length: 6 }, () => 'Agrees'));
    expect(problems).toEqual([]);
    await close();
  });

  it('is accessible and has no horizontal scroll, in light and dark', async () => {
    const { page, close } = await visit(browser);
    await page.goto('/find-a-lawyer');
    const practice = await firstPractice(page).getAttribute('href');
    for (const path of ['/find-a-lawyer', practice ?? '', '/catalogs/lawyers/order']) {
      await page.goto(path);
      await hydrated(page);
      expect({ path, problems: await problemsInEveryLook(page) }).toEqual({ path, problems: [] });
    }
    await close();
  });
});
