import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { findAddresses } from './addresses.ts';
import { launchBrowser } from './browser.ts';

const USAGE = `usage: npm run web:screenshots [-- --url URL] [--out FOLDER]

  Pictures of every reading route at three widths, light and dark, into docs/screenshots.`;

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    out: { type: 'string', default: join(import.meta.dirname, '../../docs/screenshots') },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const site = values.url.replace(/\/$/, '');
const folder = resolve(values.out);
mkdirSync(folder, { recursive: true });

const WIDTHS = [360, 768, 1440] as const;
const HEIGHTS: Record<number, number> = { 360: 780, 768: 1_024, 1440: 1_000 };
/** A page is shown down to here: more would be a second picture. */
const SCREENS = 2;
const MOST_BYTES = 150 * 1_024;
const QUALITIES = [80, 65, 50, 35];

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
  path: string;
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
  screens: number;
}

/** Shoots a page on its second visit, when fonts and pictures are at hand. YouTube's pictures stay out. */
async function shoot(browser: Browser, { path, width, height, colorScheme, screens }: Shot): Promise<Buffer> {
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
    const page = await context.newPage();
    await page.goto(site + path, { waitUntil: 'load' });
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

const { pages } = await findAddresses(site);
const routes = [...pages, { name: '404', path: '/no-such-page' }];
const browser = await launchBrowser();
let total = 0;
try {
  for (const { name, path } of routes)
    for (const width of WIDTHS)
      for (const colorScheme of ['light', 'dark'] as const) {
        const height = HEIGHTS[width] ?? width;
        const png = await shoot(browser, { path, width, height, colorScheme, screens: SCREENS });
        const file = join(folder, `${name}-${width}-${colorScheme}.webp`);
        writeFileSync(file, await compress(png));
        total += statSync(file).size;
      }
  const front = await shoot(browser, {
    path: '/',
    width: 1_440,
    height: 1_000,
    colorScheme: 'light',
    screens: 1,
  });
  const file = join(folder, 'home.png');
  writeFileSync(file, await sharp(front).png({ palette: true, quality: 80, effort: 8 }).toBuffer());
  total += statSync(file).size;
} finally {
  await browser.close();
}
console.log(
  `${routes.length * WIDTHS.length * 2 + 1} pictures, ${(total / 1_024 / 1_024).toFixed(1)} MB, in ${folder}`,
);
