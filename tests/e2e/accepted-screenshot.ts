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
/**
 * Maximum number of different pixels in a square of this size anywhere on the page: tolerates the font smoothing of another
 * machine, which changes few pixels of a letter, but no changed word or icon, however large the page is.
 */
const TILE_SIZE = 32;
const MAX_DIFFERENT_PIXELS = 12;
const COLOURS = 32;

/** RGBA pixels of an image. */
export interface Pixels {
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

/** A square of the image with more different pixels than tolerated. */
export interface DifferentTile {
  left: number;
  top: number;
  count: number;
}

/**
 * Compares two images of the same size by squares. `difference` receives the different pixels, transparent elsewhere;
 * anti-aliased edges are not counted.
 */
export function differentTiles(actual: Pixels, accepted: Pixels, difference: Buffer): DifferentTile[] {
  const { width, height } = actual;
  pixelmatch(actual.data, accepted.data, difference, width, height, {
    threshold: COLOUR_TOLERANCE,
    diffMask: true,
  });
  const columns = Math.ceil(width / TILE_SIZE);
  const counts = new Uint32Array(columns * Math.ceil(height / TILE_SIZE));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (difference[pixel * 4 + 3] === 0) continue;
    const tile =
      Math.floor(Math.floor(pixel / width) / TILE_SIZE) * columns + Math.floor((pixel % width) / TILE_SIZE);
    counts[tile] = (counts[tile] ?? 0) + 1;
  }
  return Array.from(counts, (count, tile) => ({
    left: (tile % columns) * TILE_SIZE,
    top: Math.floor(tile / columns) * TILE_SIZE,
    count,
  })).filter(({ count }) => count > MAX_DIFFERENT_PIXELS);
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
  const tiles = differentTiles(actual, accepted, difference);
  const [first] = tiles;
  if (first === undefined) return null;
  const diff = await sharp(difference, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return (
    `${name} differs in ${tiles.length} places, first at ${first.left},${first.top}: ` +
    `see ${keep(name, { actual: png, diff })}-diff.png`
  );
}
