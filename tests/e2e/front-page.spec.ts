import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, visit, type Visit } from './browser.ts';
import { look } from './looks.ts';
import { addEditor, call, isOfOneTest, staffOf, tokenOf, visitAsStaff } from './shop-site.ts';

// The blocks of the front page, from the console to its readers, with the real services.

const HEADINGS = ['Latest news', 'Trending'];
let browser: Browser;
let token: string;
let desk: Visit;

const reset = () =>
  call('/api/site-options', { token, method: 'PUT', body: { data: { home_blocks: null } } });

beforeAll(async () => {
  browser = await launchBrowser();
  token = await tokenOf(staffOf('administrator'));
  await reset();
  desk = await visitAsStaff(browser, await addEditor(['publish']));
});
afterAll(async () => {
  await reset();
  await desk.close();
  await browser.close();
});

/** Headings of the blocks that a front page begins with, in their order. */
async function blocksOf(page: Page): Promise<string[]> {
  const names = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  return names.map((name) => name.trim()).filter((name) => HEADINGS.includes(name));
}

describe('the blocks of the front page', () => {
  it('are moved by keyboard and by dragging, previewed, saved, and seen by readers', async () => {
    const { page, problems } = desk;
    const reader = await visit(browser);
    await reader.page.goto('/');
    expect(await blocksOf(reader.page)).toEqual(HEADINGS);

    await page.goto('/console/front-page');
    const latest = page.getByRole('checkbox', { name: 'Latest news' });
    await latest.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('Latest news: place 2 of 4').waitFor();
    expect(await latest.evaluate((box) => box === document.activeElement)).toBe(true);
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('checkbox', { name }) });
    await row('Categories').dragTo(row('Trending'));
    await page.getByText('Categories: place 1 of 4').waitFor();
    await look(page, 'front-page-blocks');

    const [preview] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Preview' }).click(),
    ]);
    await preview.getByText('Preview of the front page.').waitFor();
    expect(await blocksOf(preview)).toEqual(['Trending', 'Latest news']);
    await preview.close();
    await reader.page.reload();
    expect(await blocksOf(reader.page)).toEqual(HEADINGS);

    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();
    await expect
      .poll(async () => {
        await reader.page.reload();
        return blocksOf(reader.page);
      })
      .toEqual(['Trending', 'Latest news']);

    await page.getByRole('checkbox', { name: 'Trending' }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => {
        await reader.page.reload();
        return blocksOf(reader.page);
      })
      .toEqual(['Latest news']);
    await page.getByRole('button', { name: 'Use the default' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => {
        await reader.page.reload();
        return blocksOf(reader.page);
      })
      .toEqual(HEADINGS);
    expect([...problems, ...reader.problems].filter(isOfOneTest)).toEqual([]);
    await reader.close();
  });
});
