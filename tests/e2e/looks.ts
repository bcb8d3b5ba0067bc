import { join } from 'node:path';
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { axeViolations } from './browser.ts';

// A page is loaded once for all widths and colour schemes: its layout and colours depend on them by CSS alone.

const HEIGHT = 900;
const SCHEMES = ['light', 'dark'] as const;

/** Waits for the second next frame, when the page has been laid out and drawn. */
const rendered = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Changes the width of an open page, and waits until it is laid out. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await rendered(page);
}

/** Number of pixels by which the open page is wider than its viewport. */
export const horizontalScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Violations and horizontal scroll of the open page on a phone and on a wide screen, in light and in dark, one line each. */
export async function problemsInEveryLook(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const width of [360, 1280]) {
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await resize(page, width);
      const over = await horizontalScroll(page);
      const found = await axeViolations(page);
      if (over > 0) found.push(`${over} px wider than the viewport`);
      problems.push(...found.map((problem) => `${colorScheme} at ${width} px: ${problem}`));
    }
  }
  return problems;
}

/**
 * Shows the open page in both schemes: nothing scrolls sideways, and axe has no complaint. Pictures of it go into the folder that
 * E2E_LOOKS names.
 */
export async function look(page: Page, name: string, widths: readonly number[] = [1440, 360]): Promise<void> {
  for (const colorScheme of SCHEMES)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: HEIGHT });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await axeViolations(page)).toEqual([]);
      const folder = process.env['E2E_LOOKS'];
      if (folder !== undefined)
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`) });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: HEIGHT });
}
