import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from './browser.ts';
import { lateFonts } from './late-fonts.ts';
import { logIn } from './log-in.ts';

const SIZE = { width: 1_200, height: 800 };
const MAX_BYTES = 150 * 1_000;
const COLOURS = [64, 32, 16];
const STEP_MS = 60_000;

/** A picture of a page of the console, after what `prepare` does there. */
export interface Picture {
  name: string;
  path: string;
  prepare: (page: Page) => Promise<unknown>;
}

/** Reads the site from `--url`, and the folder of the pictures from `--out`. */
export function readGuideOptions(out: string): { site: string; folder: string } {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      out: { type: 'string', default: out },
    },
  });
  return { site: values.url.replace(/\/$/, ''), folder: resolve(values.out) };
}

/** Compresses to a PNG below the size limit, with as many colours as fit. */
async function compress(png: Buffer, name: string): Promise<Buffer> {
  for (const colours of COLOURS) {
    const small = await sharp(png).png({ palette: true, colours, effort: 8, dither: 0 }).toBuffer();
    if (small.length < MAX_BYTES) return small;
  }
  throw new Error(`${name} is larger than ${MAX_BYTES} bytes`);
}

/** Writes pictures of a running site with the demo, as its administrator sees it. */
export async function takePictures(
  site: string,
  folder: string,
  pictures: readonly Picture[],
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
    await logIn(context, site, 'administrator');
    for (const { name, path, prepare } of pictures) {
      const page = await context.newPage();
      page.setDefaultTimeout(STEP_MS);
      await page.goto(site + path);
      await prepare(page);
      await page.waitForLoadState('networkidle');
      await lateFonts(page);
      const picture = await compress(await page.screenshot({ animations: 'disabled' }), name);
      writeFileSync(join(folder, `${name}.png`), picture);
      console.log(`${name}.png: ${Math.round(picture.length / 1_000)} KB`);
      // Unsaved values of a form would ask before the next page.
      await page.close({ runBeforeUnload: false });
    }
  } finally {
    await browser.close();
  }
}
