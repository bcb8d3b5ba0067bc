import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { findAddresses, type Addresses } from './page-paths.ts';
import {
  ONE_OF_EACH,
  axeViolations,
  baseUrl,
  headCounts,
  hydrated,
  launchBrowser,
  scrollPositionSaved,
  placeOf,
  suggestionsFor,
  visit,
} from './browser.ts';
import {
  articleCards,
  categories,
  headlines,
  latestNews,
  openArticle,
  pageLinks,
  relatedNews,
  shownScriptControls,
  sidebar,
} from './page-parts.ts';

let browser: Browser;
let at: Addresses;

beforeAll(async () => {
  browser = await launchBrowser();
  at = await findAddresses();
});
afterAll(() => browser.close());

const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;

describe('reading', () => {
  it('navigates from the front page through a category to an article and back to the same scroll position', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto('/');
    await hydrated(page);
    await categories(page).getByRole('link').nth(1).click();
    await page.waitForURL('**/news/*');
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    expect(await headCounts(page)).toEqual(ONE_OF_EACH);

    const last = headlines(articleCards(page)).last();
    await last.scrollIntoViewIfNeeded();
    const title = await last.innerText();
    await scrollPositionSaved(page);
    const place = await placeOf(page);
    expect(place).toBeGreaterThan(0);
    await last.click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect.poll(() => page.title()).toContain(title);
    expect(await headCounts(page)).toEqual(ONE_OF_EACH);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');

    await page.goBack();
    await articleCards(page).first().waitFor();
    // Within 50 px: fonts that load late change heights above the viewport.
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(place, -2);
    expect(problems).toEqual([]);
    await close();
  });

  it('moves through the pages of a list by links', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto(at.longList);
    await hydrated(page);
    const titles = () => headlines(articleCards(page)).allInnerTexts();
    const first = await titles();
    expect(first).toHaveLength(24);
    await pageLinks(page).getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/[?&]page=2$/);
    await page.locator('[aria-current="page"]', { hasText: '2' }).waitFor();
    await expect.poll(async () => (await titles()).some((title) => !first.includes(title))).toBe(true);
    expect((await titles()).filter((title) => first.includes(title))).toEqual([]);
    await page.reload();
    expect(await page.getByRole('link', { name: 'Previous' }).getAttribute('href')).not.toContain('page=');
    expect(problems).toEqual([]);
    await close();
  });

  it('shows related news below an article', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto(at.article);
    const related = relatedNews(page).getByRole('link');
    await related.locator('visible=true').first().waitFor();
    await hydrated(page);
    const next = headlines(relatedNews(page)).first();
    const title = await next.innerText();
    await next.click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('finds an article by words of its title', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto('/');
    await hydrated(page);
    await page.getByLabel('Search News').first().fill(at.articleTitle);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=*');
    await headlines(articleCards(page)).filter({ hasText: at.articleTitle }).waitFor();
    await page.goto('/search?q=zzzqqqxxx');
    await page.getByText('Searched News not Available').waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the search box', () => {
  it('suggests during input, and opens a suggestion by keyboard', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto('/');
    await hydrated(page);
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('search-masthead');
    const words = at.articleTitle.slice(0, 40);
    const suggested = suggestionsFor(page, words);
    await page.keyboard.type(words);
    const option = page.getByRole('option', { name: at.articleTitle });
    // A list for shorter input may contain it too, and would be replaced during keyboard navigation.
    await suggested;
    await page.getByRole('option').first().filter({ hasText: at.articleTitle }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await option.getAttribute('aria-selected')).toBe('true');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: at.articleTitle }).waitFor();
    expect(await page.getByRole('listbox').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the head of a page', () => {
  it('has one title, one description and one canonical: raw, hydrated and after a navigation', async () => {
    for (const path of ['/', at.article, `/news/${at.categories[0]}`, at.tag]) {
      const html = await (await fetch(baseUrl() + path)).text();
      expect([
        count(html, /<title[\s>]/g),
        count(html, /<meta name="description"/g),
        count(html, /<link rel="canonical"/g),
      ]).toEqual([1, 1, 1]);
      const { page, problems, close } = await visit(browser);
      await page.goto(path);
      await hydrated(page);
      expect(await headCounts(page)).toEqual(ONE_OF_EACH);
      const before = await page.title();
      await headlines(sidebar(page)).last().click();
      await expect.poll(() => page.title()).not.toBe(before);
      expect(await headCounts(page)).toEqual(ONE_OF_EACH);
      expect(problems).toEqual([]);
      await close();
    }
  });
  it('has structured data of an article', async () => {
    const html = await (await fetch(baseUrl() + at.article)).text();
    const items = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      ([, text]) => JSON.parse(text ?? '') as Record<string, unknown>,
    );
    expect(items.map((item) => item['@type'])).toEqual(['NewsArticle', 'BreadcrumbList']);
    expect(items[0]?.['headline']).toBe(at.articleTitle);
  });
});

describe('the links of the foot', () => {
  it('lead to pages of the site, each with its own heading', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto('/');
    await hydrated(page);
    const foot = page.getByRole('navigation', { name: 'Site', exact: true });
    for (const name of [
      'Subscribe',
      'Career',
      'Terms of Service',
      'Privacy Policy',
      'Contact Us',
      'Join Us',
    ]) {
      await foot.getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await headCounts(page)).toEqual(ONE_OF_EACH);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    }
    await page.getByRole('link', { name: 'Code of ethics' }).click();
    await page.getByRole('heading', { level: 1, name: /^About/ }).waitFor();
    await expect
      .poll(() => page.locator('#code-of-ethics').evaluate((part) => part.getBoundingClientRect().top < 900))
      .toBe(true);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('an unknown path', () => {
  it.each(['/no-such-report-anywhere', '/news/no-such-category', '/tags/no-such-tag', '/404', '/a/b/c'])(
    'responds 404 at %s with a page of links',
    async (path) => {
      const { page, close } = await visit(browser);
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      expect(new URL(page.url()).pathname).toBe(path);
      await page.getByRole('heading', { name: 'We could not find this page' }).waitFor();
      await page.getByRole('link', { name: 'Go to the front page' }).click();
      await latestNews(page).waitFor();
      await close();
    },
  );
});

describe('a view', () => {
  it('is counted once a session for each article', async () => {
    const { page, problems, close } = await visit(browser);
    const views: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') views.push(new URL(request.url()).pathname);
    });
    const responded = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.goto(at.article);
    expect((await responded).status()).toBe(200);
    await page.reload();
    await hydrated(page);
    await page.goto('/');
    await hydrated(page);
    await page.goto(at.article);
    await hydrated(page);
    const next = page.waitForRequest((request) => request.method() === 'PUT');
    await headlines(relatedNews(page)).first().click();
    // A repeated view of the first article would have been sent before the view of the next one.
    await next;
    expect(views).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/^\/api\/posts\/\d+$/)));
    expect(new Set(views).size).toBe(2);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('without scripts', () => {
  it('reads, searches and paginates', async () => {
    const { page, close } = await visit(browser, { javaScriptEnabled: false });
    await page.goto('/');
    expect(await latestNews(page).getByRole('article').count()).toBeGreaterThan(5);
    await page.goto(at.article);
    await page.getByRole('heading', { level: 1, name: at.articleTitle }).waitFor();
    const paragraphs = await openArticle(page).getByRole('paragraph').allInnerTexts();
    expect(paragraphs.join(' ').split(/\s+/).length).toBeGreaterThan(100);
    expect(await shownScriptControls(page).count()).toBe(0);
    await page.getByLabel('Search News').first().fill(at.articleTitle);
    await page.keyboard.press('Enter');
    await headlines(articleCards(page)).filter({ hasText: at.articleTitle }).waitFor();
    await page.goto(at.longList);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/[?&]page=2$/);
    expect(await articleCards(page).count()).toBeGreaterThan(0);
    await close();
  });
});
