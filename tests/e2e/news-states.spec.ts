import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { hydrated, launchBrowser, visit } from './browser.ts';
import { generatedPosts, generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';
import {
  advertisements,
  articleCards,
  categories,
  latestNews,
  openArticle,
  pageLinks,
  relatedNews,
  sidebar,
  videoLink,
} from './page-parts.ts';

// States of the news pages, each on a generated site.

let browser: Browser;
let full: GeneratedSite;
let empty: GeneratedSite;
let failing: GeneratedSite;

beforeAll(async () => {
  browser = await launchBrowser();
  [full, empty, failing] = await Promise.all([
    startGeneratedSite(generatedSite()),
    startGeneratedSite(generatedSite({ posts: [], showProducts: false, ads: [] })),
    startGeneratedSite(
      generatedSite({
        failing: {
          '/posts': 500,
          '/site-ads': 500,
          '/products': 500,
          '/site-setting': 500,
          '/social-link': 500,
        },
      }),
    ),
  ]);
});
afterAll(() => Promise.all([browser.close(), full.close(), empty.close(), failing.close()]));

/** Opens a page, waits for hydration, and returns it with the response's status. */
async function open(site: GeneratedSite, path: string) {
  const visited = await visit(browser, { site: site.url });
  const response = await visited.page.goto(path);
  await hydrated(visited.page);
  return { ...visited, status: response?.status() };
}

const noResults = (page: Page) =>
  page.getByRole('main').getByText('Searched News not Available', { exact: true });

describe('the front page', () => {
  it('has the product slider when the setting is on, and the boxes of the sidebar', async () => {
    const { page, problems, close } = await open(full, '/');
    const slider = page.getByRole('region', { name: 'Products' });
    await slider.getByText('The Working Code').waitFor();
    expect(await sidebar(page).getByRole('article').count()).toBe(6);
    expect(await advertisements(sidebar(page)).count()).toBe(1);
    expect(await latestNews(page).getByRole('article').count()).toBe(10);
    expect(problems).toEqual([]);
    await close();
  });

  it('has no slider when the setting is off, and a message when there is no news', async () => {
    const { page, problems, status, close } = await open(empty, '/');
    expect(status).toBe(200);
    expect(await page.getByRole('region', { name: 'Products' }).count()).toBe(0);
    await noResults(page).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the texts of the specification', () => {
  it('label the search field on every page that has one', async () => {
    for (const path of ['/', '/search', '/gst/report-1', '/no-such-report']) {
      const { page, close } = await open(full, path);
      const field = page.getByLabel('Search News', { exact: true }).first();
      expect(await field.getAttribute('placeholder')).toBe('Search News');
      await close();
    }
  });

  it('label the eight links of the footer, in order and with their URLs', async () => {
    const { page, close } = await open(full, '/gst/report-1');
    const links = page.getByRole('navigation', { name: 'Site', exact: true }).getByRole('link');
    const found = await links.evaluateAll((all) =>
      all.map((link) => [link.textContent, link.getAttribute('href')]),
    );
    expect(found).toEqual([
      ['Home', '/'],
      ['About', '/about'],
      ['Subscribe', '/subscribe'],
      ['Career', '/career'],
      ['Terms of Service', '/terms-of-service'],
      ['Privacy Policy', '/privacy-policy'],
      ['Contact Us', '/contact'],
      ['Join Us', '/join'],
    ]);
    await close();
  });

  it('show the reading time of an article, and its dates in Indian format', async () => {
    const { page, close } = await open(full, '/gst/report-1');
    await page.getByText('2 min read', { exact: true }).waitFor();
    expect(await openArticle(page).getByRole('time').first().innerText()).toBe('13 Mar 2026');
    await close();
  });
});

describe('the search', () => {
  it('shows a page of cards with at most three page numbers, and a second page', async () => {
    const { page, problems, close } = await open(full, '/search');
    expect(await articleCards(page).count()).toBe(24);
    const pages = pageLinks(page);
    expect(await pages.getByRole('link').allInnerTexts()).toEqual(['1', '2', 'Next']);
    await pages.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/[?&]page=2$/);
    await expect.poll(() => articleCards(page).count()).toBe(6);
    expect(await pages.getByRole('link').allInnerTexts()).toEqual(['Previous', '1', '2']);
    expect(problems).toEqual([]);
    await close();
  });

  it('shows a message without results', async () => {
    const { page, status, problems, close } = await open(full, '/search?q=zzzqqq');
    expect(status).toBe(200);
    await noResults(page).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});

describe('a list', () => {
  it('has the title of its category, the menu, cards with advertisements in between, and the sidebar', async () => {
    const { page, problems, close } = await open(full, '/news/gst');
    await page.getByRole('heading', { level: 1, name: 'News of GST' }).waitFor();
    expect(await categories(page).locator('[aria-current="page"]').innerText()).toBe('GST');
    expect(await advertisements(page.getByRole('main')).count()).toBe(3);
    expect(await advertisements(sidebar(page)).count()).toBe(1);
    expect(problems).toEqual([]);
    await close();
  });

  it('has only recent posts in its sidebar that it does not list', async () => {
    const first = await open(full, '/news/gst');
    expect(await sidebar(first.page).getByRole('article').count()).toBe(0);
    expect(await advertisements(sidebar(first.page)).count()).toBe(1);
    await first.close();
    const second = await open(full, '/news/gst?page=2');
    expect(await sidebar(second.page).getByRole('article').count()).toBe(6);
    await second.close();
  });

  it('has the name of its tag', async () => {
    const { page, problems, close } = await open(full, '/tags/bail');
    await page.getByRole('heading', { level: 1, name: 'Bail' }).waitFor();
    expect(await articleCards(page).count()).toBe(24);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('an article', () => {
  it('has an advertisement after its third paragraph when there are more', async () => {
    const { page, close } = await open(full, '/gst/report-1');
    const ad = advertisements(openArticle(page));
    expect(await ad.count()).toBe(1);
    // The first paragraph is the standfirst.
    expect(await ad.evaluate((box) => box.previousElementSibling?.querySelectorAll('p').length)).toBe(2);
    await close();
  });

  it('has its first paragraph once, as the standfirst between headline and picture', async () => {
    const { page, close } = await open(full, '/gst/report-1');
    // The generated text also has this paragraph in each of its six parts.
    const paragraph = openArticle(page).getByText('The bench held that a hearing');
    expect(await paragraph.count()).toBe(7);
    const standfirst = paragraph.first();
    const bottom = async (part: Locator) => {
      const box = await part.boundingBox();
      return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
    };
    const headline = openArticle(page).getByRole('heading', { level: 1 });
    const picture = openArticle(page).getByRole('figure').first();
    expect(await bottom(headline)).toBeLessThan(await bottom(standfirst));
    expect(await bottom(standfirst)).toBeLessThan(await bottom(picture));
    await close();
  });

  it('has none when there are three paragraphs', async () => {
    const { page, close } = await open(full, '/gst/short-report');
    const article = openArticle(page);
    await article.getByText('What follows for pending matters').waitFor();
    expect(await article.getByText('Advocates will find the table').count()).toBe(0);
    expect(await advertisements(article).count()).toBe(0);
    await close();
  });

  it('shows the picture of its video when it has no own picture', async () => {
    const { page, problems, close } = await open(full, '/gst/video-report');
    const poster = videoLink(openArticle(page)).locator('img');
    expect(await poster.getAttribute('src')).toBe('https://i.ytimg.com/vi/aaaaaaaaaaa/hqdefault.jpg');
    await expect
      .poll(() => poster.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBe(480);
    expect(problems).toEqual([]);
    await close();
  });

  it('has related news when there is more than one post, else no such section', async () => {
    const many = await open(full, '/gst/report-1');
    expect(await relatedNews(many.page).getByRole('article').count()).toBe(4);
    await many.close();
    const two = await startGeneratedSite(generatedSite({ posts: generatedPosts().slice(0, 2) }));
    const few = await open(two, '/gst/report-1');
    expect(await relatedNews(few.page).count()).toBe(0);
    await few.close();
    await two.close();
  });
});

describe('a hosted page', () => {
  it('is in a sandboxed frame', async () => {
    const { page, status, close } = await open(full, '/refund-policy');
    expect(status).toBe(200);
    await page.getByRole('heading', { level: 1, name: 'Refund policy' }).waitFor();
    const frame = page.locator('iframe[title="Refund policy"]');
    expect(await frame.getAttribute('src')).toBe('https://pages.example/refund');
    expect(await frame.getAttribute('sandbox')).toBe('allow-forms allow-popups allow-scripts');
    await close();
  });
});

describe('a page that is not available yet', () => {
  it.each([
    '/comming-soon',
    '/products',
    '/join',
    '/privacy-policy',
    '/terms-of-service',
    '/career',
    '/subscribe',
  ])('shows Coming Soon at %s', async (path) => {
    const { page, status, problems, close } = await open(full, path);
    expect(status).toBe(200);
    await page.getByRole('main').getByText('Coming Soon', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});

describe('when the API fails', () => {
  it.each(['/', '/search', '/search?q=bail', '/news/gst', '/tags/bail', '/gst/report-1', '/report-1'])(
    'the document at %s is a 503 with a retry button, also after hydration',
    async (path) => {
      const { page, status, close } = await open(failing, path);
      expect(status).toBe(503);
      await page.getByRole('heading', { level: 1, name: 'This page cannot be shown just now' }).waitFor();
      await page.getByRole('link', { name: 'Try again' }).waitFor();
      expect(await noResults(page).count()).toBe(0);
      expect(await page.getByText('404').count()).toBe(0);
      await close();
    },
  );

  it('a navigation shows an empty list, and no error message', async () => {
    const { page, close } = await open(failing, '/subscribe');
    await page.getByRole('banner').getByRole('link', { name: 'Vidhi' }).first().click();
    await noResults(page).waitFor();
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
    await close();
  });
});
