import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { differenceFromAcceptedScreenshot } from './accepted-screenshot.ts';
import { idle, launchBrowser, settled, visit } from './browser.ts';
import { generatedCatalogue } from './generated-catalogue.ts';
import { generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';

const HIND = readFileSync(join(import.meta.dirname, '../../web/src/shared/fonts/hind-basic-400.woff2'));

/** A page of another site, in a font of its own: the default font differs between machines. */
const FRAMED_PAGE = `<!doctype html>
  <style>
    @font-face { font-family: Framed; src: url(data:font/woff2;base64,${HIND.toString('base64')}); }
    body { font-family: Framed; }
  </style>
  <h1>Refunds</h1><p>Within seven days.</p>`;

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

/** Names of screenshots without their width that are listed in `SCREENSHOTS_ONLY`; all when it is empty. */
const only = process.env['SCREENSHOTS_ONLY']?.split(',');

/** Pages that are open at the same time; each shows its states one after another. */
const PAGES = 3;

const isSelected = (picture: string): boolean => only?.includes(picture) ?? true;

/** Suffixes of the names of a state's screenshots in the light theme and, of some states, also in the dark one. */
const suffixesOf = ([name, , , inDark]: State): ('' | '-dark')[] =>
  (inDark === undefined ? ([''] as const) : (['', '-dark'] as const)).filter((suffix) =>
    isSelected(name + suffix),
  );

const selected = STATES.filter((state) => suffixesOf(state).length > 0);
const groups = Array.from({ length: PAGES }, (_, page) =>
  selected.filter((_state, at) => at % PAGES === page),
).filter((states) => states.length > 0);

const WIDTHS = [360, 768, 1440];
const HEIGHT = 900;

/** The date on the front page. */
const TODAY = new Date('2026-03-14T04:30:00.000Z');

/** Maximum height of a screenshot: the rest of a long list looks the same. */
const MAX_HEIGHT = 2_600;

/** Takes a screenshot of the open page when its layout is final. */
async function takePicture(page: Page, name: string): Promise<Buffer> {
  await settled(page);
  if (/^article(?!-failed)/.test(name)) await page.getByRole('button', { name: 'Save for later' }).waitFor();
  if (name === 'saved-empty') await page.getByText('You have not saved any article yet').waitFor();
  if (name === 'hosted-page') {
    const text = page.frameLocator('iframe').getByText('seven days');
    await text.waitFor();
    await text.evaluate(({ ownerDocument }) => ownerDocument.fonts.ready.then(() => undefined));
  }
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

/** Opens a page for states of the generated sites. */
async function openPage() {
  const visited = await visit(browser, {
    site: full.url,
    otherSites: [shop.url, empty.url, failing.url, 'https://pages.example'],
  });
  await visited.page.clock.setFixedTime(TODAY);
  await visited.page.route('https://pages.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: FRAMED_PAGE }),
  );
  return visited;
}

describe('a page', () => {
  it.concurrent.each(groups.map((states) => ({ states, names: states.map(([name]) => name).join(', ') })))(
    'looks as it was accepted: $names',
    async ({ states }) => {
      const differences: string[] = [];
      const { page, close } = await openPage();
      for (const state of states) {
        const [name, site, path] = state;
        // Loaded once for all: layout and colours depend on width and scheme by CSS alone.
        await page.goto(new URL(path, site().url).href);
        for (const suffix of suffixesOf(state)) {
          await page.emulateMedia({ colorScheme: suffix === '' ? 'light' : 'dark' });
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: HEIGHT });
            const png = await takePicture(page, name);
            const difference = await differenceFromAcceptedScreenshot(`${name}${suffix}-${width}`, png);
            if (difference !== null) differences.push(difference);
          }
        }
      }
      await close();
      expect(differences).toEqual([]);
    },
    600_000,
  );
});
