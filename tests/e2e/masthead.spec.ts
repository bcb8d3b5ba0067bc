import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { hydrated, launchBrowser, settled, visit } from './browser.ts';
import { bookList, categories } from './page-parts.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const more = (page: Page) => categories(page).getByRole('button', { name: 'More categories' });

/** Visibility of each link in the strip: whole, or not at all. */
const shown = (page: Page) =>
  categories(page).evaluate((nav) => {
    const strip = nav.getBoundingClientRect();
    const button = nav.querySelector('button')?.getBoundingClientRect();
    const links = [...nav.querySelectorAll('a')].map((link) => link.getBoundingClientRect());
    const isInside = (box: DOMRect) => box.top >= strip.top - 1 && box.bottom <= strip.bottom + 1;
    const isOutside = (box: DOMRect) => box.top >= strip.bottom - 1 || box.bottom <= strip.top + 1;
    const inside = links.filter(isInside);
    return {
      inside: inside.length,
      outside: links.filter(isOutside).length,
      all: links.length,
      isMoreShown: button !== undefined && isInside(button),
      isMoreClipped: button !== undefined && isOutside(button),
      endsBeforeMore: inside.every((box) => button === undefined || box.right <= button.left + 1),
      fits: inside.every((box) => box.left >= strip.left - 1 && box.right <= strip.right + 1),
    };
  });

const cutWords = (links: Locator) =>
  links.evaluateAll((elements) =>
    elements
      .filter((link) => {
        const box = link.getBoundingClientRect();
        return link.scrollWidth > link.clientWidth + 1 || box.left < 0 || box.right > window.innerWidth;
      })
      .map((link) => link.textContent),
  );

describe('the categories', () => {
  it.each([768, 1440])(
    'are each shown as a whole or not at all at %i px, with More for the others',
    async (width) => {
      const { page, close } = await visit(browser, { width });
      await page.goto('/');
      await settled(page);
      const { inside, outside, all, ...rest } = await shown(page);
      expect(inside).toBeGreaterThan(1);
      expect(inside + outside).toBe(all);
      expect(rest).toEqual({
        isMoreShown: outside > 0,
        isMoreClipped: outside === 0,
        endsBeforeMore: true,
        fits: true,
      });
      await close();
    },
  );

  it('have no More when all fit', async () => {
    const { page, close } = await visit(browser, { width: 1440 });
    await page.goto('/');
    await settled(page);
    await categories(page)
      .getByRole('listitem')
      .evaluateAll((items) => items.slice(3).forEach((item) => item.remove()));
    expect(await shown(page)).toMatchObject({
      inside: 3,
      outside: 0,
      isMoreShown: false,
      isMoreClipped: true,
    });
    // By keyboard it is reached in any case, and then shown.
    await categories(page).getByRole('link').last().focus();
    await page.keyboard.press('Tab');
    expect(await more(page).evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await shown(page)).toMatchObject({ isMoreShown: true });
    await close();
  });

  it.each([360, 768, 1440])('are all in the menu at %i px, none cut off', async (width) => {
    const { page, close } = await visit(browser, { width });
    await page.goto('/about');
    await hydrated(page);
    await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
    const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
    await links.first().waitFor();
    // The sheet slides in from outside the window.
    await page.locator('#menu-sheet').evaluate(async (sheet) => {
      for (const { finished } of sheet.getAnimations()) await finished;
    });
    expect(await links.count()).toBeGreaterThan(8);
    expect(await cutWords(links)).toEqual([]);
    await close();
  });
});

/** Lines of the site's name, and the boxes of bar and name as of a page with or without the site's fonts. */
async function nameAt(path: string, options: { width: number; fonts: boolean }) {
  const { page, close } = await visit(browser, { width: options.width });
  if (!options.fonts) await page.route('**/*.woff2', (route) => route.abort());
  await page.goto(path);
  await settled(page);
  const banner = page.getByRole('banner');
  const name = banner.getByRole('link', { name: 'The Vidhi Gazette' });
  const boxOf = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
  };
  const found = {
    lines: await name.evaluate((link) => {
      const text = document.createRange();
      text.selectNodeContents(link);
      return new Set([...text.getClientRects()].map(({ top }) => top)).size;
    }),
    letters: await name.evaluate((link) => {
      const text = document.createRange();
      text.selectNodeContents(link);
      return text.getBoundingClientRect().width;
    }),
    bar: await banner.evaluate(boxOf),
    name: await name.evaluate(boxOf),
  };
  await close();
  return found;
}

describe('the name of the site', () => {
  it.each([320, 360, 375, 390, 412])('is on one line at %i px', async (width) => {
    expect((await nameAt('/signup', { width, fonts: true })).lines).toBe(1);
  });

  it.each([320, 360])('has the same lines and place at %i px while its font is late', async (width) => {
    const { letters, ...inPlace } = await nameAt('/signup', { width, fonts: true });
    const { letters: lateLetters, ...late } = await nameAt('/signup', { width, fonts: false });
    expect(late).toEqual(inPlace);
    expect(late.lines).toBe(1);
    expect(lateLetters / letters).toBeGreaterThan(0.95);
    expect(lateLetters / letters).toBeLessThanOrEqual(1.01);
  });
});

describe('a price', () => {
  it('is shown in the fonts of the site, the rupee sign too', async () => {
    const { page, close } = await visit(browser);
    await page.goto('/catalogs/books');
    await settled(page);
    const price = bookList(page).getByText(/^₹/).first();
    await price.evaluate((element) => element.setAttribute('data-price', ''));
    const tools = await page.context().newCDPSession(page);
    await tools.send('DOM.enable');
    await tools.send('CSS.enable');
    const { root } = await tools.send('DOM.getDocument');
    const { nodeId } = await tools.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: '[data-price]',
    });
    const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId });
    expect(fonts.length).toBeGreaterThan(0);
    expect(fonts.filter(({ isCustomFont }) => !isCustomFont)).toEqual([]);
    await close();
  });
});
