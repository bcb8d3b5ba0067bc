import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { differenceFromAcceptedScreenshot } from './accepted-screenshot.ts';
import { idle, launchBrowser, settled, visit } from './browser.ts';
import { generatedCatalogue } from './generated-catalogue.ts';
import { generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';

let browser: Browser;
let full: GeneratedSite;
let shop: GeneratedSite;
let empty: GeneratedSite;
let failing: GeneratedSite;

beforeAll(async () => {
  browser = await launchBrowser();
  [full, shop, empty, failing] = await Promise.all([
    startGeneratedSite(generatedSite()),
    startGeneratedSite(generatedSite(), generatedCatalogue(generatedSite())),
    startGeneratedSite(generatedSite({ posts: [], showProducts: false, ads: [] })),
    startGeneratedSite(generatedSite({ failing: { '/posts': 500 } })),
  ]);
});
afterAll(() => Promise.all([browser.close(), full.close(), shop.close(), empty.close(), failing.close()]));

type State = readonly [name: string, site: () => GeneratedSite, path: string, inDark?: 'dark'];

const STATES: readonly State[] = [
  ['home', () => full, '/', 'dark'],
  ['home-empty', () => empty, '/'],
  ['category', () => full, '/news/gst'],
  ['tag', () => full, '/tags/bail'],
  ['search', () => full, '/search?q=court'],
  ['search-page-2', () => full, '/search?page=2'],
  ['search-none', () => full, '/search?q=zzzqqq'],
  ['article', () => full, '/gst/report-1', 'dark'],
  ['article-short', () => full, '/gst/short-report'],
  ['article-video', () => full, '/gst/video-report'],
  ['article-failed', () => failing, '/gst/report-1'],
  ['hosted-page', () => full, '/refund-policy'],
  ['not-found', () => full, '/no-such-report', 'dark'],
  ['about', () => full, '/about'],
  ['contact', () => full, '/contact'],
  ['saved-empty', () => full, '/saved'],
  ['coming-soon', () => full, '/subscribe'],
  ['books', () => shop, '/catalogs/books', 'dark'],
  ['books-none', () => shop, '/catalogs/books?q=zzzqqq'],
  ['book', () => shop, '/catalogs/books/1/the-working-code', 'dark'],
  ['lawyers', () => shop, '/catalogs/lawyers'],
  ['lawyer', () => shop, '/catalogs/lawyers/1/asha-rao'],
  ['directory', () => shop, '/find-a-lawyer', 'dark'],
  ['practice', () => shop, '/find-a-lawyer/practice-1'],
  ['login', () => shop, '/login', 'dark'],
];

type Picture = readonly [
  name: string,
  site: () => GeneratedSite,
  path: string,
  colorScheme: 'light' | 'dark',
];

/** States listed in `SCREENSHOTS_ONLY`; all when it is empty. */
const only = process.env['SCREENSHOTS_ONLY']?.split(',');

/** Every state in the light theme, and some also in the dark theme. */
const PICTURES: readonly Picture[] = STATES.flatMap(([name, site, path, inDark]): Picture[] => [
  [name, site, path, 'light'],
  ...(inDark === undefined ? [] : [[`${name}-dark`, site, path, 'dark'] as const]),
]).filter(([name]) => only?.includes(name) ?? true);

/** The date on the front page. */
const TODAY = new Date('2026-03-14T04:30:00.000Z');

/** Maximum height of a screenshot: the rest of a long list looks the same. */
const MAX_HEIGHT = 2_600;

/** Takes a screenshot of a page when its layout is final. */
async function takePicture(page: Page, name: string, address: string): Promise<Buffer> {
  await page.goto(address);
  await settled(page);
  if (/^article(?!-failed)/.test(name)) await page.getByRole('button', { name: 'Save for later' }).waitFor();
  if (name === 'saved-empty') await page.getByText('Nothing is saved yet').waitFor();
  if (name === 'hosted-page') await page.frameLocator('iframe').getByText('seven days').waitFor();
  await idle(page);
  const { width, height } = await page.evaluate(() => {
    // Lays out everything anew: a select keeps the baseline of the font that it was first laid out in.
    document.body.style.display = 'none';
    document.body.getBoundingClientRect();
    document.body.style.display = '';
    return {
      width: window.innerWidth,
      height: document.documentElement.scrollHeight,
    };
  });
  return page.screenshot({
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) },
    animations: 'disabled',
    caret: 'hide',
  });
}

describe('a page', () => {
  it.concurrent.each([360, 768, 1440])(
    'looks as it was accepted at %i px',
    async (width) => {
      const differences: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, close } = await visit(browser, {
          width,
          height: 900,
          colorScheme,
          site: full.url,
          otherSites: [shop.url, empty.url, failing.url],
        });
        await page.clock.setFixedTime(TODAY);
        await page.route('https://pages.example/**', (route) =>
          route.fulfill({ contentType: 'text/html', body: '<h1>Refunds</h1><p>Within seven days.</p>' }),
        );
        for (const [name, site, path] of PICTURES.filter((picture) => picture[3] === colorScheme)) {
          const png = await takePicture(page, name, new URL(path, site().url).href);
          const difference = await differenceFromAcceptedScreenshot(`${name}-${width}`, png);
          if (difference !== null) differences.push(difference);
        }
        await close();
      }
      expect(differences).toEqual([]);
    },
    600_000,
  );
});
