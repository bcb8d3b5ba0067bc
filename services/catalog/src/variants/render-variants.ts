import sharp, { type CreateRaw, type Sharp } from 'sharp';
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

/** A picture without its metadata, upright, in sRGB, at the largest size that is made of it. */
export interface DecodedPicture {
  pixels: Buffer;
  raw: CreateRaw;
  sizes: Size[];
}

/** The same as imports allow; memory and time end what these do not. */
const MOST_PIXELS = 100_000_000;
const PLACEHOLDER = { width: 16, height: 24, fit: 'inside' } as const;
const WHITE = '#ffffff';

const FORMATS: Readonly<Record<Step, readonly VariantFormat[]>> = {
  common: ['webp', 'jpeg'],
  avif: ['avif'],
};

/** Decoders that may run at all: those of the kinds that imports and uploads take. */
const DECODERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`);

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS });

/** Thrown for pictures that can never have variants; its message is the reason. */
export class UnfitPicture extends Error {}

/** Of an animation the first frame. */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture> {
  const input = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 });
  const { autoOrient } = await input.metadata();
  const sizes = variantSizes(autoOrient);
  const largest = sizes.at(-1);
  if (largest === undefined) throw new UnfitPicture('it is too long a strip');
  const { data, info } = await input
    .autoOrient()
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

/** All files of one step, one after the other. */
export async function renderVariants({ pixels, raw, sizes }: DecodedPicture, step: Step): Promise<Rendered> {
  const picture = () => sharp(pixels, { raw });
  const small = await picture().resize(PLACEHOLDER).png().toBuffer();
  const placeholder = await sharp(small).webp({ quality: 20, alphaQuality: 20 }).toBuffer();
  const flat = await sharp(small).flatten({ background: WHITE }).png().toBuffer();
  const { dominant } = await sharp(flat).stats();
  const files: RenderedFile[] = [];
  for (const format of FORMATS[step]) {
    for (const size of sizes) {
      const resized = picture().resize({ ...size, fit: 'fill' });
      files.push({ format, ...size, bytes: await encode(resized, format).toBuffer() });
    }
  }
  return {
    placeholder: `data:image/webp;base64,${placeholder.toString('base64')}`,
    color: toHex(dominant),
    files,
  };
}
