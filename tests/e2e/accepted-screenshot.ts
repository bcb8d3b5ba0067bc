import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

const ACCEPTED = fileURLToPath(new URL('accepted', import.meta.url));
const DIFFERENT = fileURLToPath(new URL('../../.test/screenshots', import.meta.url));

/** Set to accept the current screenshots. */
const isAccepting = (): boolean => process.env['ACCEPT_SCREENSHOTS'] === '1';

/** Maximum distance of equal colours, 0 to 1: the accepted files have a reduced palette. */
const COLOUR_TOLERANCE = 0.25;
/** Maximum share of different pixels: tolerates font smoothing of another machine, but no changed word. */
const PIXEL_TOLERANCE = 0.002;
const COLOURS = 32;

interface Pixels {
  width: number;
  height: number;
  data: Buffer;
}

async function pixelsOf(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

const toSmallPng = (png: Buffer): Promise<Buffer> =>
  sharp(png).png({ palette: true, colours: COLOURS, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer();

function keep(name: string, files: Record<string, Buffer>): string {
  mkdirSync(DIFFERENT, { recursive: true });
  for (const [kind, png] of Object.entries(files)) writeFileSync(join(DIFFERENT, `${name}-${kind}.png`), png);
  return join(DIFFERENT, name);
}

/** Describes how a screenshot differs from the accepted one; null when it is equal. */
export async function differenceFromAcceptedScreenshot(name: string, png: Buffer): Promise<string | null> {
  const path = join(ACCEPTED, `${name}.png`);
  if (isAccepting()) {
    mkdirSync(ACCEPTED, { recursive: true });
    writeFileSync(path, await toSmallPng(png));
    return null;
  }
  if (!existsSync(path))
    return `${name} has no accepted picture: see ${keep(name, { actual: png })}-actual.png`;
  const [actual, accepted] = await Promise.all([pixelsOf(png), pixelsOf(readFileSync(path))]);
  const { width, height } = actual;
  if (width !== accepted.width || height !== accepted.height)
    return (
      `${name} is ${width}×${height}, accepted is ${accepted.width}×${accepted.height}: ` +
      `see ${keep(name, { actual: png })}-actual.png`
    );
  const difference = Buffer.alloc(actual.data.length);
  const count = pixelmatch(actual.data, accepted.data, difference, width, height, {
    threshold: COLOUR_TOLERANCE,
  });
  if (count <= width * height * PIXEL_TOLERANCE) return null;
  const diff = await sharp(difference, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return `${name} differs in ${count} pixels: see ${keep(name, { actual: png, diff })}-diff.png`;
}
