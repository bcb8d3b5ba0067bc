import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { axeOf } from './browser.ts';
import { quantile } from './console-site.ts';

export interface PageFigures {
  path: string;
  /** Kilobytes of all scripts that the page loads, compressed by gzip. */
  scripts: number;
  /** Violations of accessibility rules by width and scheme. */
  axe: string[];
  /** Widths at which the page scrolls sideways. */
  sideways: string[];
  /** Errors of the console and violations of the policy. */
  problems: string[];
}

const WIDTHS = [320, 360, 768, 1440];
const AXE_WIDTHS: readonly number[] = [360, 1440];
const KILOBYTE = 1_024;

/** Resolves with the addresses of the menu of the console. */
export async function menuPaths(page: Page, site: string): Promise<string[]> {
  await page.goto(`${site}/console`);
  const links = page.getByRole('navigation', { name: 'Console', exact: true }).getByRole('link');
  await links.nth(5).waitFor();
  const paths = await links.evaluateAll((all) =>
    all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
  );
  return [...new Set(paths)];
}

/** Opens a page of the console, and looks at it in each width and scheme. */
export async function inspectPage(context: BrowserContext, site: string, path: string): Promise<PageFigures> {
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  const figures: PageFigures = { path, scripts: 0, axe: [], sideways: [], problems: [] };
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length / KILOBYTE));
  });
  page.on('console', (message) => {
    if (message.type() === 'error') figures.problems.push(message.text());
  });
  page.on('pageerror', (error) => figures.problems.push(String(error)));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(site + path, { waitUntil: 'networkidle' });
  figures.scripts = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const shown = await page.evaluate(() => document.documentElement.scrollWidth);
      if (shown > width) figures.sideways.push(`${width} ${colorScheme}: ${shown}`);
      if (!AXE_WIDTHS.includes(width)) continue;
      for (const violation of await axeOf(page)) figures.axe.push(`${width} ${colorScheme}: ${violation}`);
    }
  }
  await page.close();
  return figures;
}

export interface NavigationFigures {
  /** From the click to the heading of the next page, in milliseconds. */
  heading: number | null;
  /** From the click to the first row, in milliseconds. */
  data: number | null;
}

const TURNS = 10;
const PATIENCE_MS = 30_000;

/** Goes from list to list by the menu, and back, with what was loaded once. */
export async function timeNavigation(page: Page, site: string): Promise<NavigationFigures> {
  const lists = ['Tags', 'Articles'] as const;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site}/console/posts`, { waitUntil: 'networkidle' });
  const headings: number[] = [];
  const rows: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const name = lists[turn % 2] ?? lists[0];
    const result = await page.evaluate(
      ([wanted, patienceMs]) =>
        new Promise<{ heading: number; data: number }>((resolve, reject) => {
          const begun = performance.now();
          let heading = 0;
          const look = (): void => {
            const now = performance.now() - begun;
            const shown = document.querySelector('h1')?.textContent === wanted;
            if (shown && heading === 0) heading = now;
            if (shown && document.querySelector('tbody tr') !== null) resolve({ heading, data: now });
            else if (now > patienceMs) reject(new Error(`${wanted} was not shown`));
            else requestAnimationFrame(look);
          };
          const menu = document.querySelector('nav[aria-label="Console"]');
          const link = [...(menu?.querySelectorAll('a') ?? [])].find(({ title }) => title === wanted);
          link?.click();
          look();
        }),
      [name, PATIENCE_MS] as const,
    );
    // The first turn of each loads the page itself.
    if (turn < lists.length) continue;
    headings.push(result.heading);
    rows.push(result.data);
  }
  return { heading: quantile(headings, 0.5), data: quantile(rows, 0.5) };
}
