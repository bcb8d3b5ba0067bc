import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { findAddresses, type Addresses } from './page-paths.ts';
import { endInTime, axeViolations, baseUrl, hydrated, idle, launchBrowser, visit } from './browser.ts';
import { horizontalScroll, resize, problemsInEveryLook } from './looks.ts';
import { articleCards, categories, headlines } from './page-parts.ts';

let browser: Browser;
let at: Addresses;

beforeAll(async () => {
  browser = await launchBrowser();
  at = await findAddresses();
});
afterAll(() => browser.close());

const pages = () => [
  '/',
  `/news/${at.categories[0]}`,
  at.article,
  at.longList,
  at.tag,
  '/about',
  '/contact',
  '/subscribe',
  '/saved',
  '/login',
  '/signup',
  '/register',
  '/unsubscribe',
  '/no-such-report-anywhere',
];

/** Chromium may draw no frame for longer than this on a busy machine. */
const FRAME_LIMIT_MS = 1_000;

/** Scrolls through the page so that all lazy pictures load and the layout is final. */
const scrollThrough = (page: Page): Promise<void> =>
  page.evaluate(async (frameLimitMs) => {
    for (let y = 0; y < document.body.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, frameLimitMs);
      });
    }
  }, FRAME_LIMIT_MS);

describe('every page', () => {
  it('has no horizontal scroll at any width', async () => {
    const { page, close } = await visit(browser);
    for (const path of pages()) {
      await page.goto(path);
      await hydrated(page);
      for (const width of [320, 360, 768, 1440, 1920]) {
        await resize(page, width);
        await endInTime(`scrolling through ${path}`, scrollThrough(page));
        const over = await endInTime(`measuring ${path}`, horizontalScroll(page));
        expect({ path, width, over }).toEqual({ path, width, over: 0 });
      }
    }
    await close();
  });

  it('has no violation, in light and dark', async () => {
    const { page, close } = await visit(browser);
    for (const path of pages()) {
      await page.goto(path);
      await hydrated(page);
      expect({ path, problems: await problemsInEveryLook(page) }).toEqual({ path, problems: [] });
    }
    await close();
  });
});

describe('the keyboard', () => {
  it('has a skip link first', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto('/');
    await hydrated(page);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('main *'))).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  it('moves through the categories, with focus never hidden by the sticky bar', async () => {
    const { page, close } = await visit(browser, { width: 768 });
    await page.goto('/');
    await hydrated(page);
    const menu = categories(page);
    const focusedLink = () => menu.locator('a:focus').count();
    for (let presses = 0; presses < 12 && (await focusedLink()) === 0; presses += 1)
      await page.keyboard.press('Tab');
    // Far enough to reach one of those that have no room on the line.
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      const isShown = await menu.locator('a:focus').evaluate((link) => {
        const strip = link.closest('nav')?.getBoundingClientRect();
        const { bottom } = link.getBoundingClientRect();
        return strip !== undefined && bottom <= strip.bottom + 1;
      });
      expect(isShown).toBe(true);
    }
    const name = await menu.locator('a:focus').innerText();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/news/*');
    await expect.poll(() => menu.locator('[aria-current="page"]').innerText()).toBe(name);
    const firstCard = headlines(articleCards(page)).first();
    await firstCard.waitFor();
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      const hidden = await page.getByRole('banner').evaluate((bar) => {
        const element = document.activeElement;
        if (element === null || element.closest('main') === null) return false;
        return element.getBoundingClientRect().bottom <= bar.getBoundingClientRect().bottom;
      });
      expect(hidden).toBe(false);
    }
    await close();
  });

  it('has no violation in the open menu, in light and dark', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto('/');
    await hydrated(page);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('navigation', { name: 'Menu', exact: true }).waitFor();
    expect(await problemsInEveryLook(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('leads to every category from a phone without scripts', async () => {
    const { page, close } = await visit(browser, { width: 360, javaScriptEnabled: false });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('navigation', { name: 'Menu', exact: true });
    await menu.getByRole('link', { name: 'GST', exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/news/gst');
    await close();
  });

  it('respects prefers-reduced-motion, and shows the focus', async () => {
    const { page, close } = await visit(browser);
    await page.goto('/');
    await hydrated(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const element = document.activeElement;
      return element === null ? '' : getComputedStyle(element).outlineStyle;
    });
    expect(outline).toBe('solid');
    await close();
  });
});

describe('a preference of the reader', () => {
  it('applies colours and text size before the first paint of the next page', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto(at.article);
    await hydrated(page);
    const switchButton = page.getByRole('button', { name: /Colours/ });
    await switchButton.click();
    await switchButton.click();
    await page.getByRole('button', { name: /Larger text/ }).click();
    await page.reload({ waitUntil: 'commit' });
    await page.waitForSelector('body');
    const { dataset } = await page.evaluate(() => ({ dataset: { ...document.documentElement.dataset } }));
    expect(dataset).toEqual({ theme: 'dark', text: 'large' });
    await hydrated(page);
    await page.getByRole('button', { name: /Larger text/, pressed: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the tools of an article', () => {
  it('save it for later on this device, and remove it', async () => {
    const { page, problems, close } = await visit(browser);
    await page.goto('/saved');
    await page.getByText('You have not saved any article yet.').waitFor();
    await page.goto(at.article);
    await page.getByRole('button', { name: 'Save for later' }).click();
    await page.getByText('Saved on this device').waitFor();
    await page.getByRole('link', { name: 'Saved for later' }).click();
    await page.getByRole('link', { name: at.articleTitle }).waitFor();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('You have not saved any article yet.').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('share it by links in a panel that Escape closes', async () => {
    // Tall enough that the page is not scrolled: links that are half below the sticky header would be too small.
    const { page, problems, close } = await visit(browser, { height: 1200 });
    await page.goto(at.article);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Share this article' });
    await panel.waitFor();
    expect(await panel.getByRole('link').allInnerTexts()).toEqual(['WhatsApp', 'X', 'LinkedIn', 'Email']);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the next page', () => {
  it('is prefetched on hover, and not fetched again on navigation', async () => {
    const { page, problems, close } = await visit(browser);
    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname + search);
    });
    await page.goto('/');
    await hydrated(page);
    const link = categories(page).getByRole('link').nth(1);
    const fetched = page.waitForResponse((response) => response.url().includes('/api/posts?'));
    await link.hover();
    await fetched;
    // The page needs more than one request.
    await idle(page);
    const lists = () => reads.filter((read) => read.startsWith('/api/posts?')).length;
    const before = lists();
    expect(before).toBeGreaterThan(0);
    const slug = new URL((await link.getAttribute('href')) ?? '', baseUrl()).pathname.split('/').at(-1);
    await link.click();
    await page.waitForURL(`**/news/${slug}`);
    await articleCards(page).first().waitFor();
    await idle(page);
    expect(lists()).toBe(before);
    expect([...new Set(reads)]).toEqual(reads);
    expect(problems).toEqual([]);
    await close();
  });

  it('shows an offline message while the device is offline', async () => {
    const { page, context, close } = await visit(browser);
    await page.goto('/');
    await hydrated(page);
    await context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await context.setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await close();
  });
});

describe('the installed site', () => {
  it('has a manifest whose icons exist in the declared sizes', async () => {
    const html = await (await fetch(baseUrl())).text();
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">');
    const manifest = (await (await fetch(`${baseUrl()}/manifest.webmanifest`)).json()) as {
      icons: { src: string; sizes: string; type: string }[];
    };
    for (const { src, sizes, type } of manifest.icons.filter((icon) => icon.type === 'image/png')) {
      const response = await fetch(baseUrl() + src);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      const png = new DataView(await response.arrayBuffer());
      // Width and height are at fixed offsets of a PNG.
      expect(`${png.getUint32(16)}x${png.getUint32(20)}`).toBe(sizes);
    }
  });
});
