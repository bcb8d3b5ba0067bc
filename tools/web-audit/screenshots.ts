import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from './browser.ts';
import { lateFonts } from './late-fonts.ts';
import { logIn } from './log-in.ts';
import { findRoutes, type PicturedRoute } from './pictured-routes.ts';

const USAGE = `usage: npm run web:screenshots [-- --url URL] [--out FOLDER] [--only NAME,…]

  Pictures of every page of the site at three widths, light and dark, into docs/screenshots,
  in place of all that are there. With --only, those of the routes named, and the others stay.`;

/** The screenshot in the README. */
const FRONT = 'home.png';
const FRONT_WIDTH = 1_440;

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    out: { type: 'string', default: join(import.meta.dirname, '../../docs/screenshots') },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const site = values.url.replace(/\/$/, '');
const folder = resolve(values.out);
const selected = values.only?.split(',');
mkdirSync(folder, { recursive: true });
if (selected === undefined)
  for (const file of readdirSync(folder))
    if (file.endsWith('.webp') || file === FRONT) rmSync(join(folder, file));

const WIDTHS = [360, 768, 1440] as const;
const HEIGHTS: Record<number, number> = { 360: 780, 768: 1_024, 1440: 1_000 };
/** Maximum height of a screenshot, in screens. */
const SCREENS = 2;
const MAX_BYTES = 56 * 1_024;
const QUALITIES = [70, 50, 38, 28];

/** Compresses with the highest quality below the size limit. */
async function compress(png: Buffer): Promise<Buffer> {
  let picture = png;
  for (const quality of QUALITIES) {
    picture = await sharp(png).webp({ quality, effort: 4 }).toBuffer();
    if (picture.length <= MAX_BYTES) break;
  }
  return picture;
}

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/**
 * A browser context of one width, logged in where the route needs it. Requests to other hosts, such as YouTube's, are
 * blocked.
 */
async function openVisitor(
  browser: Browser,
  width: number,
  { role }: Pick<PicturedRoute, 'role'>,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] ?? width },
    reducedMotion: 'reduce',
  });
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && url.origin !== new URL(site).origin,
    (route) => route.abort(),
  );
  if (role !== undefined) await logIn(context, site, role);
  return context;
}

/** Contexts are shared by the routes of a role, except by those that change what the browser stores. */
const contextName = ({ name, role, saved, addsToCart }: PicturedRoute): string =>
  saved !== undefined || addsToCart === true ? name : (role ?? 'anonymous');

/** Presses Add to Cart and waits for the cart. */
async function addToCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.waitForURL('**/cart');
  await page.locator(':root.settled').waitFor();
  await page.waitForLoadState('networkidle');
  await lateFonts(page);
}

/** Opens a page and waits for its scripts and their requests. */
async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(site + path, { waitUntil: 'load' });
  await page.locator(':root.settled').waitFor();
  await page.waitForLoadState('networkidle');
  await lateFonts(page);
}

/** Takes screenshots of a page in light and dark, down to this number of screens. */
async function shoot(
  context: BrowserContext,
  route: PicturedRoute,
  screens: number,
): Promise<Record<Scheme, Buffer>> {
  const page = await context.newPage();
  try {
    if (route.saved !== undefined)
      await page.addInitScript(
        (text) => localStorage.setItem('vidhi.saved', text),
        JSON.stringify(route.saved),
      );
    await openPage(page, route.path);
    if (route.addsToCart === true) await addToCart(page);
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width, height: height * screens });
    await page.evaluate(async () => {
      const pictures = [...document.images].filter(
        (image) => image.getBoundingClientRect().top < innerHeight && image.src !== '',
      );
      await Promise.all(pictures.map((image) => image.decode().catch(() => undefined)));
    });
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    const clip = { x: 0, y: 0, width, height: Math.min(whole, height * screens) };
    const take = async (colorScheme: Scheme): Promise<Buffer> => {
      await page.emulateMedia({ colorScheme });
      return page.screenshot({ clip, animations: 'disabled' });
    };
    return { light: await take('light'), dark: await take('dark') };
  } finally {
    await page.close();
  }
}

const routes = (await findRoutes(site)).filter(({ name }) => selected?.includes(name) ?? true);
const browser = await launchBrowser();
let count = 0;
let total = 0;
const write = (name: string, picture: Buffer): void => {
  writeFileSync(join(folder, name), picture);
  count += 1;
  total += statSync(join(folder, name)).size;
};
try {
  for (const width of WIDTHS) {
    const visitors = new Map<string, BrowserContext>();
    for (const route of routes) {
      const visitor = visitors.get(contextName(route)) ?? (await openVisitor(browser, width, route));
      visitors.set(contextName(route), visitor);
      const pictures = await shoot(visitor, route, SCREENS);
      for (const scheme of SCHEMES)
        write(`${route.name}-${width}-${scheme}.webp`, await compress(pictures[scheme]));
      if (route.name !== 'home' || width !== FRONT_WIDTH) continue;
      const { light } = await shoot(visitor, route, 1);
      write(FRONT, await sharp(light).png({ palette: true, quality: 80, effort: 8 }).toBuffer());
    }
    for (const visitor of visitors.values()) await visitor.close();
  }
} finally {
  await browser.close();
}
console.log(`${count} pictures, ${(total / 1_024 / 1_024).toFixed(1)} MB, in ${folder}`);
