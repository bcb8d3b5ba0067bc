import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { hydrated, launchBrowser, suggestionsFor, visit } from './browser.ts';
import { generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';
import { focusedText, tabTo } from './keyboard-steps.ts';
import { articleCards, contents, headlines, openArticle, pageLinks, videoLink } from './page-parts.ts';

// Using an article by keyboard only; navigation to it is in accessibility.spec.ts and reading.spec.ts.

let browser: Browser;
let site: GeneratedSite;

beforeAll(async () => {
  browser = await launchBrowser();
  site = await startGeneratedSite(generatedSite());
});
afterAll(() => Promise.all([browser.close(), site.close()]));

const ARTICLE = '/gst/report-1';

async function open(path: string, otherSites: readonly string[] = []) {
  const visited = await visit(browser, { site: site.url, otherSites });
  // Disables prefetching on focus: the generated site does not have every page.
  await visited.context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await visited.page.goto(path);
  await hydrated(visited.page);
  return visited;
}

const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('by keyboard only, a reader', () => {
  it('searches, and opens a result', async () => {
    const { page, problems, close } = await open('/');
    await tabTo(page, page.getByRole('banner').getByLabel('Search News'));
    const suggested = suggestionsFor(page, 'personal hearing');
    await page.keyboard.type('personal hearing');
    await suggested;
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('listbox').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=personal*');
    await page.getByRole('heading', { level: 1, name: /personal hearing/ }).waitFor();
    await tabTo(page, headlines(articleCards(page)));
    const title = await focusedText(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('jumps to a section by the table of contents', async () => {
    const { page, problems, close } = await open(ARTICLE);
    await tabTo(page, contents(page).getByRole('link', { name: 'The reasons' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**#part-the-reasons');
    const top = () => page.locator('#part-the-reasons').evaluate((part) => part.getBoundingClientRect().top);
    await expect.poll(async () => (await top()) >= 0 && (await top()) < 300).toBe(true);
    await page.keyboard.press('Tab');
    const follows = await page.evaluate(() => {
      const part = document.querySelector('#part-the-reasons');
      const { activeElement } = document;
      return part !== null && activeElement !== null && part.contains(activeElement);
    });
    expect(follows).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  it('makes the text larger', async () => {
    const { page, problems, close } = await open(ARTICLE);
    const size = () =>
      openArticle(page)
        .getByText('The bench held')
        .first()
        .evaluate((paragraph) => Number.parseFloat(getComputedStyle(paragraph).fontSize));
    const larger = page.getByRole('button', { name: /Larger text/ });
    await larger.waitFor();
    const before = await size();
    await tabTo(page, larger);
    await page.keyboard.press('Space');
    await expect.poll(size).toBeGreaterThan(before);
    expect(problems).toEqual([]);
    await close();
  });

  it('changes the colours', async () => {
    const { page, problems, close } = await open(ARTICLE);
    await tabTo(page, page.getByRole('banner').getByRole('button', { name: /^Colours: / }));
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedText(page)).toBe('Colours: light. Press to change');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedText(page)).toBe('Colours: dark. Press to change');
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    expect(problems).toEqual([]);
    await close();
  });

  it('opens the menu, chooses a category below another, and returns with Escape', async () => {
    const { page, problems, close } = await open(ARTICLE);
    await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }));
    await page.keyboard.press('Enter');
    const menu = page.getByRole('navigation', { name: 'Menu', exact: true });
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await focusedText(page)).toBe('Menu');
    await page.keyboard.press('Enter');
    await tabTo(page, menu.getByRole('list').getByRole('list').getByRole('link'));
    const name = await focusedText(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).getByText(name).waitFor();
    await menu.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await close();
  });

  it('opens the share panel, moves through it, and returns to the button', async () => {
    const { page, problems, close } = await open(ARTICLE);
    await tool(page, 'Share').waitFor();
    await tabTo(page, tool(page, 'Share'));
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Share this article' });
    await panel.waitFor();
    await expect.poll(() => focusedText(page)).toBe('WhatsApp');
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedText(page)).toBe('X');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await expect.poll(() => focusedText(page)).toBe('Share');
    expect(problems).toEqual([]);
    await close();
  });

  it('saves an article, finds it in the saved list, and opens it', async () => {
    const { page, problems, close } = await open(ARTICLE);
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    await tool(page, 'Save for later').waitFor();
    await tabTo(page, tool(page, 'Save for later'));
    await page.keyboard.press('Space');
    await page.getByText('Saved on this device').waitFor();
    await tabTo(page, page.getByRole('contentinfo').getByRole('link', { name: 'Saved for later' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Saved for later' }).waitFor();
    await tabTo(page, headlines(page.getByRole('main').getByRole('listitem')));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('moves through the pages of a list, forward and back', async () => {
    const { page, problems, close } = await open('/search');
    await tabTo(page, pageLinks(page).getByRole('link', { name: 'Next' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]page=2$/);
    await page.locator('[aria-current="page"]', { hasText: '2' }).waitFor();
    await tabTo(page, pageLinks(page).getByRole('link', { name: 'Previous' }));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.search.includes('page=2'));
    await expect.poll(() => articleCards(page).count()).toBe(24);
    expect(problems).toEqual([]);
    await close();
  });

  it('plays a video, with the focus in its player', async () => {
    const player = 'https://www.youtube-nocookie.com';
    const { page, problems, close } = await open('/gst/video-report', [player]);
    await page.route(`${player}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Player</p>' }),
    );
    await tabTo(page, videoLink(openArticle(page)));
    await page.keyboard.press('Enter');
    await page.frameLocator('iframe').getByText('Player').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    expect(problems).toEqual([]);
    await close();
  });
});
