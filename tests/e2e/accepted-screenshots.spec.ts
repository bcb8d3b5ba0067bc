import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { lateFaces } from '../../tools/web-audit/late-faces.ts';
import { differenceFromAccepted } from './accepted-picture.ts';
import { hydrated, launchBrowser, visit } from './browser.ts';
import { drawnCatalogue } from './drawn-catalogue.ts';
import { drawnSite, openDrawnSite, type DrawnSite } from './drawn-site.ts';

let browser: Browser;
let full: DrawnSite;
let shop: DrawnSite;
let empty: DrawnSite;
let failing: DrawnSite;

beforeAll(async () => {
  browser = await launchBrowser();
  [full, shop, empty, failing] = await Promise.all([
    openDrawnSite(drawnSite()),
    openDrawnSite(drawnSite(), drawnCatalogue(drawnSite())),
    openDrawnSite(drawnSite({ posts: [], showProducts: false, ads: [] })),
    openDrawnSite(drawnSite({ failing: { '/posts': 500 } })),
  ]);
});
afterAll(() => Promise.all([browser.close(), full.close(), shop.close(), empty.close(), failing.close()]));

type State = readonly [name: string, site: () => DrawnSite, path: string, inDark?: 'dark'];

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

type Picture = readonly [name: string, site: () => DrawnSite, path: string, colorScheme: 'light' | 'dark'];

/** States named in `SCREENSHOTS_ONLY`; all where it names none. */
const only = process.env['SCREENSHOTS_ONLY']?.split(',');

/** Every state in light, and the most telling ones in dark beside it. */
const PICTURES: readonly Picture[] = STATES.flatMap(([name, site, path, inDark]): Picture[] => [
  [name, site, path, 'light'],
  ...(inDark === undefined ? [] : [[`${name}-dark`, site, path, 'dark'] as const]),
]).filter(([name]) => only?.includes(name) ?? true);

/** The day that the front page shows. */
const TODAY = new Date('2026-03-14T04:30:00.000Z');

/** The part of a page that a picture shows: what follows in a long list looks like what is shown. */
const HIGHEST = 2_600;

/** Faces of one and the same width: text breaks alike whichever of them a machine has. Devanagari is the site's own. */
const SANS = "'Vidhi Devanagari', 'Liberation Sans', Arimo, Arial, Helvetica, sans-serif";

/** Brings everything to rest that a picture could catch half done: fonts, pictures that wait, the scroll bar. */
async function settle(page: Page): Promise<void> {
  await page.locator(':root.settled').waitFor();
  await page.evaluate(async (sans) => {
    document.documentElement.style.setProperty('--sans', sans);
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  }, SANS);
  await lateFaces(page);
  await page.waitForLoadState('networkidle');
}

describe('a page', () => {
  it.each([360, 768, 1440])(
    'looks as it was accepted at %i px',
    async (width) => {
      const differences: string[] = [];
      for (const [name, site, path, colorScheme] of PICTURES) {
        const { page, close } = await visit(browser, { width, height: 900, site: site().url, colorScheme });
        await page.clock.setFixedTime(TODAY);
        await page.route('https://pages.example/**', (route) =>
          route.fulfill({ contentType: 'text/html', body: '<h1>Refunds</h1><p>Within seven days.</p>' }),
        );
        await page.goto(path);
        await hydrated(page);
        if (path.startsWith('/gst/') && name !== 'article-failed')
          await page.getByRole('button', { name: 'Save for later' }).waitFor();
        if (path === '/saved') await page.locator('.saved .empty').waitFor();
        await settle(page);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        const png = await page.screenshot({
          fullPage: true,
          clip: { x: 0, y: 0, width, height: Math.min(height, HIGHEST) },
          animations: 'disabled',
          caret: 'hide',
        });
        const difference = await differenceFromAccepted(`${name}-${width}`, png);
        if (difference !== null) differences.push(difference);
        await close();
      }
      expect(differences).toEqual([]);
    },
    600_000,
  );
});
