import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { hydrated, launchBrowser, visit } from './browser.ts';
import { generatedPosts, generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';
import { categories, latestNews } from './page-parts.ts';

// A tab opened before a deployment requests chunks that no longer exist.

let browser: Browser;
let site: GeneratedSite;

beforeAll(async () => {
  browser = await launchBrowser();
  site = await startGeneratedSite(generatedSite());
});
afterAll(() => Promise.all([browser.close(), site.close()]));

const CHUNK = '**/assets/article-page-*.js';
const TITLE = generatedPosts()[0]?.attributes.title ?? '';

/** Opens a hydrated front page, and counts later requests for documents. */
async function openFront() {
  const visited = await visit(browser, { site: site.url });
  const documents: string[] = [];
  await visited.page.goto('/');
  await hydrated(visited.page);
  visited.page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === visited.page.mainFrame())
      documents.push(new URL(request.url()).pathname);
  });
  return { ...visited, documents };
}

const openFirst = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('link', { name: TITLE }).first().click();

describe('a page whose chunk is missing', () => {
  it('is reloaded from the server once, and renders', async () => {
    const { page, documents, close } = await openFront();
    await page.route(CHUNK, (route) => (documents.length === 0 ? route.abort() : route.continue()));
    await openFirst(page);
    await page.getByRole('button', { name: 'Save for later' }).waitFor();
    await hydrated(page);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(TITLE);
    expect(documents).toEqual([new URL(page.url()).pathname]);

    await page.goBack();
    await latestNews(page).waitFor();
    await close();
  });

  it('stays readable as rendered by the server when the chunk does not exist', async () => {
    const { page, documents, problems, close } = await openFront();
    await page.route(CHUNK, (route) => route.abort());
    await openFirst(page);
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    await expect.poll(() => problems.some((text) => text.startsWith('thrown:'))).toBe(true);
    expect(documents).toEqual([new URL(page.url()).pathname]);
    await close();
  });

  it('shows an error instead of reloading repeatedly, and other pages can be opened', async () => {
    const { page, documents, close } = await openFront();
    await page.route(CHUNK, (route) => route.abort());
    await page.evaluate((title) => {
      const link = [...document.querySelectorAll('main a')].find(({ textContent }) => textContent === title);
      sessionStorage.setItem('vidhi.fetched-anew', link instanceof HTMLAnchorElement ? link.href : '');
    }, TITLE);
    await openFirst(page);
    await page.getByRole('heading', { name: 'This page cannot be shown just now' }).waitFor();
    await categories(page).getByRole('link').nth(1).click();
    await page.getByRole('main').getByRole('heading', { level: 1, name: 'GST' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'This page cannot be shown just now' }).waitFor();
    await page.goBack();
    await latestNews(page).waitFor();
    expect(documents).toEqual([]);
    await close();
  });
});
