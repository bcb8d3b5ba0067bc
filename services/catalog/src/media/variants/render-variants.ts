import sharp, { type CreateRaw, type Region, type Sharp } from 'sharp';
import { SHARE_SIZE, type FocalPoint, type PictureCrop } from '@vidhi/contracts/picture-variants.ts';
import type { Step } from './picture-step.ts';
import { variantSizes, type Size } from './variant-sizes.ts';

export type VariantFormat = 'avif' | 'webp' | 'jpeg';

export interface RenderedFile extends Size {
  format: VariantFormat;
  bytes: Uint8Array;
}

export interface Rendered {
  placeholder: string;
  color: string;
  files: RenderedFile[];
}

/** Decoded pixels without metadata, auto-oriented, in sRGB, scaled to the largest variant. */
export interface DecodedPicture {
  pixels: Buffer;
  raw: CreateRaw;
  sizes: Size[];
}

/** The limit of imports. The memory and CPU limits of the process apply as well. */
const MAX_PIXELS = 100_000_000;
const PLACEHOLDER = { width: 16, height: 24, fit: 'inside' } as const;
const WHITE = '#ffffff';

const FORMATS: Readonly<Record<Step, readonly VariantFormat[]>> = {
  common: ['webp', 'jpeg'],
  share: ['jpeg'],
  avif: ['avif'],
};

/** The only libvips loaders that are allowed to run: those of the accepted types. */
const DECODERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`);

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS });

/** Thrown for a picture that cannot have variants; its message is the reason. */
export class UnsupportedPicture extends Error {}

/** Returns the pixels of a part of a picture, at least one. */
export function regionOf({ width, height }: Size, crop: PictureCrop): Region {
  const span = (start: number, length: number, whole: number): [number, number] => {
    const first = Math.min(whole - 1, Math.round((start / 100) * whole));
    return [first, Math.max(1, Math.min(whole - first, Math.round((length / 100) * whole)))];
  };
  const [left, columns] = span(crop.x, crop.width, width);
  const [top, rows] = span(crop.y, crop.height, height);
  return { left, top, width: columns, height: rows };
}

/**
 * Decodes a picture, or a part of it; of an animation, the first frame. Throws `UnsupportedPicture` when no variant size
 * fits.
 */
export async function decodePicture(bytes: Uint8Array, crop?: PictureCrop): Promise<DecodedPicture> {
  const input = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
  const { autoOrient } = await input.metadata();
  const region = crop === undefined ? null : regionOf(autoOrient, crop);
  const sizes = variantSizes(region ?? autoOrient);
  const largest = sizes.at(-1);
  if (largest === undefined) throw new UnsupportedPicture('it is too long a strip');
  const upright = input.autoOrient();
  const { data, info } = await (region === null ? upright : upright.extract(region))
    .resize({ ...largest, fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return {
    pixels: data,
    raw: { width: info.width, height: info.height, channels: info.channels },
    sizes,
  };
}

const toHex = ({ r, g, b }: { r: number; g: number; b: number }): string =>
  `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;

function encode(picture: Sharp, format: VariantFormat): Sharp {
  switch (format) {
    case 'webp':
      return picture.webp({ quality: 75 });
    case 'avif':
      return picture.avif({ quality: 50, effort: 2 });
    case 'jpeg':
      return picture.flatten({ background: WHITE }).jpeg({ quality: 75, mozjpeg: true });
  }
}

/** Returns the largest part of a picture of the shape of `SHARE_SIZE`, as near around a point as its edges allow. */
export function cropAround({ width, height }: Size, { x, y }: FocalPoint): Region {
  const scale = Math.min(width / SHARE_SIZE.width, height / SHARE_SIZE.height);
  const part = {
    width: Math.max(1, Math.min(width, Math.round(SHARE_SIZE.width * scale))),
    height: Math.max(1, Math.min(height, Math.round(SHARE_SIZE.height * scale))),
  };
  const startOf = (point: number, whole: number, length: number): number =>
    Math.round(Math.min(Math.max(0, (point / 100) * whole - length / 2), whole - length));
  return { ...part, left: startOf(x, width, part.width), top: startOf(y, height, part.height) };
}

/** Encodes the crop that other sites show, never larger than the picture. */
async function renderShare({ pixels, raw }: DecodedPicture, focus: FocalPoint): Promise<RenderedFile> {
  const cropped = sharp(pixels, { raw })
    .extract(cropAround(raw, focus))
    .resize({ ...SHARE_SIZE, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await encode(cropped, 'jpeg').toBuffer({ resolveWithObject: true });
  return { format: 'jpeg', width: info.width, height: info.height, bytes: data };
}

/** Encodes the whole picture in all sizes. */
async function renderSizes(
  { pixels, raw, sizes }: DecodedPicture,
  formats: readonly VariantFormat[],
): Promise<RenderedFile[]> {
  const files: RenderedFile[] = [];
  for (const format of formats) {
    for (const size of sizes) {
      const resized = sharp(pixels, { raw }).resize({ ...size, fit: 'fill' });
      files.push({ format, ...size, bytes: await encode(resized, format).toBuffer() });
    }
  }
  return files;
}

/** Encodes all files of one step sequentially, with placeholder and dominant colour. */
export async function renderVariants(
  decoded: DecodedPicture,
  step: Step,
  focus?: FocalPoint,
): Promise<Rendered> {
  const { pixels, raw } = decoded;
  const small = await sharp(pixels, { raw }).resize(PLACEHOLDER).png().toBuffer();
  const placeholder = await sharp(small).webp({ quality: 20, alphaQuality: 20 }).toBuffer();
  const flat = await sharp(small).flatten({ background: WHITE }).png().toBuffer();
  const { dominant } = await sharp(flat).stats();
  const files =
    focus === undefined ? await renderSizes(decoded, FORMATS[step]) : [await renderShare(decoded, focus)];
  return {
    placeholder: `data:image/webp;base64,${placeholder.toString('base64')}`,
    color: toHex(dominant),
    files,
  };
}
