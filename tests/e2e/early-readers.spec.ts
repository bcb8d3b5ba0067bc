import { once } from 'node:events';
import { createServer, request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { aBook, fakeCatalogue } from '../../web/src/testing/fake-catalogue.ts';
import { hydrated, launchBrowser, placeNoted, placeOf, visit } from './browser.ts';
import { drawnSite, openDrawnSite, type DrawnSite } from './drawn-site.ts';

// Readers who use a page before its scripts are there: what they did counts all the same.

let browser: Browser;
let site: DrawnSite;

beforeAll(async () => {
  browser = await launchBrowser();
  const drawn = drawnSite();
  const catalogue = { books: [aBook(1), aBook(2)], counts: { Category: { 5: 2 } } };
  site = await openDrawnSite(drawn, fakeCatalogue({ ...drawn, ...catalogue }));
});
afterAll(() => Promise.all([browser.close(), site.close()]));

/** A page whose scripts are on their way until they are let through. */
async function openEarly(path: string, width = 1280) {
  const visited = await visit(browser, { site: site.url, width });
  const held = Promise.withResolvers<void>();
  await visited.page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await visited.page.goto(path, { waitUntil: 'domcontentloaded' });
  return { ...visited, letScriptsCome: () => held.resolve() };
}

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);

describe('a reader who is faster than the scripts', () => {
  it('has pressed a button once, not twice and not in vain', async () => {
    const { page, problems, letScriptsCome, close } = await openEarly('/gst/report-1');
    await page.getByRole('button', { name: 'Colours: as the system. Change' }).click();
    expect(await themeOf(page)).toBeUndefined();
    letScriptsCome();
    await hydrated(page);
    await page.getByRole('button', { name: 'Colours: light. Change' }).waitFor();
    await page.getByRole('button', { name: 'Save for later' }).waitFor();
    expect(await themeOf(page)).toBe('light');
    expect(problems).toEqual([]);
    await close();
  });

  it('keeps the words in the search field, and gets suggestions for them', async () => {
    const { page, letScriptsCome, close } = await openEarly('/');
    await page.locator('#search-masthead').click();
    await page.keyboard.type('court');
    letScriptsCome();
    await page.locator('.masthead .suggestions').waitFor();
    expect(await page.locator('#search-masthead').inputValue()).toBe('court');
    await close();
  });

  it('has narrowed a list by the box that was ticked', async () => {
    const { page, letScriptsCome, close } = await openEarly('/catalogs/books');
    await page.locator('input[name="category"][value="5"]').check();
    letScriptsCome();
    await page.waitForURL('**/catalogs/books?category=5');
    expect(await page.locator('input[name="category"][value="5"]').isChecked()).toBe(true);
    await close();
  });

  it('has chosen in the drawer of a phone what its button then shows', async () => {
    const { page, letScriptsCome, close } = await openEarly('/catalogs/books', 360);
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.locator('input[name="category"][value="5"]').check();
    letScriptsCome();
    await page.getByRole('button', { name: 'Show 2 books' }).click();
    await page.waitForURL('**/catalogs/books?category=5');
    await expect
      .poll(() => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem').count())
      .toBe(2);
    await close();
  });
});

/** Within 50 px: faces that come late change heights above the reader, whose lines the browser keeps where they are. */
const NEARLY = -2;

/** Scrolls by the wheel, and waits until the page has noted where it stands. */
async function scrollTo(page: Page, place: number): Promise<void> {
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, place - (await placeOf(page)));
  await expect.poll(() => placeOf(page)).toBeCloseTo(place, NEARLY);
  await placeNoted(page);
}

describe('a place on a page', () => {
  it('is found again by who reloads, and not by who comes anew', async () => {
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

  it('is the one that its reader chose before the scripts came', async () => {
    const { page, letScriptsCome, close } = await openEarly('/');
    letScriptsCome();
    await page.mouse.move(200, 200);
    await hydrated(page);
    await scrollTo(page, 900);
    await page.unroute('**/assets/*.js');
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'domcontentloaded' });
    // A browser drops what a reader does before he sees anything.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await page.mouse.move(300, 300);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => placeOf(page)).toBeCloseTo(300, NEARLY);
    held.resolve();
    await hydrated(page);
    expect(await placeOf(page)).toBeCloseTo(300, NEARLY);
    await close();
  });
});

/** Passes everything on; of pages only what stands before their content, until the rest is asked for. */
async function openSlowly() {
  const { hostname, port } = new URL(site.url);
  const rest = Promise.withResolvers<void>();
  let isSlow = false;

  async function passOn(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { url: path, method, headers } = request;
    const onward = requestHttp({ hostname, port, path, method, headers });
    onward.end();
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const body = Buffer.concat(await answer.toArray());
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    const isPage = String(answer.headers['content-type']).startsWith('text/html');
    const start = isSlow && isPage ? body.indexOf('<main') : 0;
    reply.write(body.subarray(0, start));
    if (start > 0) await rest.promise;
    reply.end(body.subarray(start));
  }

  const server = createServer((request, reply) => void passOn(request, reply)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    beSlow: () => void (isSlow = true),
    letRestCome: () => rest.resolve(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

it('takes a page over whose end comes long after its scripts', async () => {
  const slowly = await openSlowly();
  const { page, problems, close } = await visit(browser, { site: slowly.url });
  await page.goto('/');
  // The scripts are in the browser's own cache after this.
  await page.mouse.move(300, 300);
  await hydrated(page);
  slowly.beSlow();
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('.masthead__name').waitFor();
  for (let step = 0; step < 20; step += 1) {
    await page.mouse.move(100 + step, 100);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  slowly.letRestCome();
  await page.locator('.latest').waitFor();
  await hydrated(page);
  expect(problems).toEqual([]);
  await close();
  await slowly.close();
});
