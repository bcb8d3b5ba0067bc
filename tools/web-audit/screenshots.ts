import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from './browser.ts';
import { findRoutes, type PicturedRoute } from './pictured-routes.ts';

const USAGE = `usage: npm run web:screenshots [-- --url URL] [--out FOLDER] [--only NAME,…]

  Pictures of every page of the site at three widths, light and dark, into docs/screenshots,
  in place of all that are there. With --only, those of the routes named, and the others stay.`;

/** The one picture that the README shows. */
const FRONT = 'home.png';

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
const wanted = values.only?.split(',');
mkdirSync(folder, { recursive: true });
if (wanted === undefined)
  for (const file of readdirSync(folder))
    if (file.endsWith('.webp') || file === FRONT) rmSync(join(folder, file));

const WIDTHS = [360, 768, 1440] as const;
const HEIGHTS: Record<number, number> = { 360: 780, 768: 1_024, 1440: 1_000 };
/** A page is shown down to here: more would be a second picture. */
const SCREENS = 2;
const MOST_BYTES = 80 * 1_024;
const QUALITIES = [70, 55, 40, 30];

/** The smallest loss that keeps a picture below the limit. */
async function compress(png: Buffer): Promise<Buffer> {
  let picture = png;
  for (const quality of QUALITIES) {
    picture = await sharp(png).webp({ quality, effort: 5 }).toBuffer();
    if (picture.length <= MOST_BYTES) break;
  }
  return picture;
}

interface Shot {
  route: PicturedRoute;
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
  screens: number;
}

/** Shoots a page on its second visit, when fonts and pictures are at hand. YouTube's pictures stay out. */
async function shoot(
  browser: Browser,
  { route, width, height, colorScheme, screens }: Shot,
): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
  });
  try {
    await context.route(
      (url) => /^https?:$/.test(url.protocol) && url.origin !== new URL(site).origin,
      (route) => route.abort(),
    );
    if (route.saved !== undefined)
      await context.addInitScript(
        (text) => localStorage.setItem('vidhi.saved', text),
        JSON.stringify(route.saved),
      );
    const page = await context.newPage();
    await page.goto(site + route.path, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready);
    await page.reload({ waitUntil: 'load' });
    await page.setViewportSize({ width, height: height * screens });
    await page.evaluate(async () => {
      await document.fonts.ready;
      const pictures = [...document.images].filter(
        (image) => image.getBoundingClientRect().top < innerHeight && image.src !== '',
      );
      await Promise.all(pictures.map((image) => image.decode().catch(() => undefined)));
    });
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    const shown = Math.min(whole, height * screens);
    return await page.screenshot({ clip: { x: 0, y: 0, width, height: shown }, animations: 'disabled' });
  } finally {
    await context.close();
  }
}

const routes = (await findRoutes(site)).filter(({ name }) => wanted?.includes(name) ?? true);
const browser = await launchBrowser();
let count = 0;
let total = 0;
const write = (name: string, picture: Buffer): void => {
  writeFileSync(join(folder, name), picture);
  count += 1;
  total += statSync(join(folder, name)).size;
};
try {
  for (const route of routes)
    for (const width of WIDTHS)
      for (const colorScheme of ['light', 'dark'] as const) {
        const height = HEIGHTS[width] ?? width;
        const png = await shoot(browser, { route, width, height, colorScheme, screens: SCREENS });
        write(`${route.name}-${width}-${colorScheme}.webp`, await compress(png));
      }
  const front = routes.find(({ name }) => name === 'home');
  if (front !== undefined) {
    const shot = { width: 1_440, height: 1_000, colorScheme: 'light', screens: 1 } as const;
    const png = await shoot(browser, { route: front, ...shot });
    write(FRONT, await sharp(png).png({ palette: true, quality: 80, effort: 8 }).toBuffer());
  }
} finally {
  await browser.close();
}
console.log(`${count} pictures, ${(total / 1_024 / 1_024).toFixed(1)} MB, in ${folder}`);
