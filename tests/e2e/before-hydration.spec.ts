import { once } from 'node:events';
import { createServer, request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { aBook, fakeCatalogue } from '../../web/src/testing/fake-catalogue.ts';
import { hydrated, launchBrowser, scrollPositionSaved, placeOf, visit } from './browser.ts';
import { generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';
import { latestNews } from './page-parts.ts';

// Interactions before a page's scripts have loaded take effect.

let browser: Browser;
let site: GeneratedSite;

beforeAll(async () => {
  browser = await launchBrowser();
  const generated = { ...generatedSite(), showAuth: true };
  const catalogue = { books: [aBook(1), aBook(2)], counts: { Category: { 5: 2 } } };
  site = await startGeneratedSite(generated, fakeCatalogue({ ...generated, ...catalogue }));
});
afterAll(() => Promise.all([browser.close(), site.close()]));

/** Opens a page whose scripts are held back until `releaseScripts`. */
async function openEarly(path: string, width = 1280) {
  const visited = await visit(browser, { site: site.url, width });
  const released = Promise.withResolvers<void>();
  await visited.page.route('**/assets/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await visited.page.goto(path, { waitUntil: 'domcontentloaded' });
  return { ...visited, releaseScripts: () => released.resolve() };
}

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);

describe('a reader who interacts before hydration', () => {
  it('presses a button exactly once', async () => {
    const { page, problems, releaseScripts, close } = await openEarly('/gst/report-1');
    await page.getByRole('button', { name: 'Colours: same as device. Press to change' }).click();
    expect(await themeOf(page)).toBeUndefined();
    releaseScripts();
    await hydrated(page);
    await page.getByRole('button', { name: 'Colours: light. Press to change' }).waitFor();
    await page.getByRole('button', { name: 'Save for later' }).waitFor();
    expect(await themeOf(page)).toBe('light');
    expect(problems).toEqual([]);
    await close();
  });

  it('keeps the words in the search field, and gets suggestions', async () => {
    const { page, releaseScripts, close } = await openEarly('/');
    await page.locator('#search-masthead').click();
    await page.keyboard.type('court');
    releaseScripts();
    await page.getByRole('banner').getByRole('listbox', { name: 'Suggestions' }).waitFor();
    expect(await page.locator('#search-masthead').inputValue()).toBe('court');
    await close();
  });

  it('submits the login form exactly once, with what was typed', async () => {
    const { page, releaseScripts, close } = await openEarly('/login');
    const bodies: unknown[] = [];
    await page.route('**/api/auth/local', async (route) => {
      bodies.push(route.request().postDataJSON());
      const error = { status: 400, name: 'ValidationError', message: 'Invalid identifier or password' };
      await route.fulfill({ status: 400, json: { data: null, error } });
    });
    await page.getByLabel('Email Id').fill('asha@reader.example');
    const password = page.getByRole('textbox', { name: 'Password' });
    await password.fill('a-password');
    await password.press('Enter');
    releaseScripts();
    await page.getByText('Invalid identifier or password').first().waitFor();
    expect(bodies).toEqual([{ identifier: 'asha@reader.example', password: 'a-password' }]);
    await close();
  });

  it('filters a list by the ticked checkbox', async () => {
    const { page, releaseScripts, close } = await openEarly('/catalogs/books');
    await page.locator('input[name="category"][value="5"]').check();
    releaseScripts();
    await page.waitForURL('**/catalogs/books?category=5');
    expect(await page.locator('input[name="category"][value="5"]').isChecked()).toBe(true);
    await close();
  });

  it('chooses a filter in the drawer of a phone', async () => {
    const { page, releaseScripts, close } = await openEarly('/catalogs/books', 360);
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.locator('input[name="category"][value="5"]').check();
    releaseScripts();
    await page.getByRole('button', { name: 'Show 2 books' }).click();
    await page.waitForURL('**/catalogs/books?category=5');
    await expect
      .poll(() => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem').count())
      .toBe(2);
    await close();
  });
});

/**
 * Within 50 px: fonts that load late change heights above the viewport; scroll anchoring adjusts the
 * position.
 */
const NEARLY = -2;

/** Scrolls by the wheel, and waits until the page has saved its scroll position. */
async function scrollTo(page: Page, place: number): Promise<void> {
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, place - (await placeOf(page)));
  await expect.poll(() => placeOf(page)).toBeCloseTo(place, NEARLY);
  await scrollPositionSaved(page);
}

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

const firstVisibleHeadline = (page: Page) =>
  page.evaluate(() => {
    for (const headline of document.querySelectorAll('main h3')) {
      const { top } = headline.getBoundingClientRect();
      if (top > 100) return { text: headline.textContent, top };
    }
    throw new Error('no headline is visible');
  });

describe('a scroll position', () => {
  it('is restored on reload, and not on a new visit', async () => {
    const { page, close } = await visit(browser, { site: site.url });
    await page.goto('/');
    await page.mouse.move(200, 200);
    await hydrated(page);
    await scrollTo(page, 700);
    await page.reload();
    await page.mouse.move(210, 210);
    await expect.poll(() => placeOf(page)).toBeCloseTo(700, NEARLY);

    await page.goto('/about');
    await page.goto('/');
    await page.mouse.move(220, 220);
    await hydrated(page);
    expect(await placeOf(page)).toBe(0);
    await close();
  });

  it('shows the same article on reload after a jump over parts that were not laid out', async () => {
    const { page, close } = await visit(browser, { site: site.url, width: 360 });
    // A font that is late on the first visit and cached on reload changes all heights.
    await page.route('**/*.woff2', (route) => route.abort());
    await page.goto('/');
    await page.locator(':root.settled').waitFor();
    const heightBefore = await heightOf(page);
    await page.mouse.move(200, 200);
    await page.mouse.wheel(0, 3000);
    await page.waitForFunction(() => scrollY > 2000 && !document.documentElement.matches('.unscrolled'));
    await expect.poll(() => heightOf(page)).not.toBe(heightBefore);
    await scrollPositionSaved(page);
    const { text, top } = await firstVisibleHeadline(page);
    await page.reload();
    await page.mouse.move(210, 210);
    await page.locator(':root.settled').waitFor();
    await expect.poll(async () => (await firstVisibleHeadline(page)).text).toBe(text);
    expect((await firstVisibleHeadline(page)).top).toBeCloseTo(top, NEARLY);
    await close();
  });

  it('is the one that the reader scrolled to before hydration', async () => {
    const { page, releaseScripts, close } = await openEarly('/');
    releaseScripts();
    await page.mouse.move(200, 200);
    await hydrated(page);
    await scrollTo(page, 900);
    await page.unroute('**/assets/*.js');
    const released = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'domcontentloaded' });
    // The browser discards input before the first paint.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await page.mouse.move(300, 300);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => placeOf(page)).toBeCloseTo(300, NEARLY);
    released.resolve();
    await hydrated(page);
    expect(await placeOf(page)).toBeCloseTo(300, NEARLY);
    await close();
  });
});

/** A proxy; of pages it sends only the part before the content, until the rest is released. */
async function startSlowProxy() {
  const { hostname, port } = new URL(site.url);
  const rest = Promise.withResolvers<void>();
  let isSlow = false;

  async function forward(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { url: path, method, headers } = request;
    const onward = requestHttp({ hostname, port, path, method, headers });
    onward.end();
    const [response] = (await once(onward, 'response')) as [IncomingMessage];
    const body = Buffer.concat(await response.toArray());
    reply.writeHead(response.statusCode ?? 502, response.headers);
    const isPage = String(response.headers['content-type']).startsWith('text/html');
    const start = isSlow && isPage ? body.indexOf('<main') : 0;
    reply.write(body.subarray(0, start));
    if (start > 0) await rest.promise;
    reply.end(body.subarray(start));
  }

  const server = createServer((request, reply) => void forward(request, reply)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    slowDown: () => void (isSlow = true),
    releaseRest: () => rest.resolve(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

it('hydrates a page whose end arrives long after its scripts', async () => {
  const slowly = await startSlowProxy();
  const { page, problems, close } = await visit(browser, { site: slowly.url });
  await page.goto('/');
  // The scripts are in the browser's cache after this.
  await page.mouse.move(300, 300);
  await hydrated(page);
  slowly.slowDown();
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('banner').waitFor();
  for (let step = 0; step < 20; step += 1) {
    await page.mouse.move(100 + step, 100);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  slowly.releaseRest();
  await latestNews(page).waitFor();
  await hydrated(page);
  expect(problems).toEqual([]);
  await close();
  await slowly.close();
});
