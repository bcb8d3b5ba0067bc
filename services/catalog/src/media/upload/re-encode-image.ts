import sharp, { type Sharp } from 'sharp';
import {
  FORMAT_KEYS,
  type EncodedFile,
  type SanitizedImage,
  type FormatKey,
} from './sanitize-image-messages.ts';

/** Summed over all frames. */
const MAX_PIXELS = 40_000_000;
const MAX_FRAMES = 200;
const MAX_SIDE = 12_000;

type Kind = SanitizedImage['kind'];

/** Bounding box of each format of the reference. */
const BOXES: Readonly<Record<FormatKey, { width: number; height: number }>> = {
  thumbnail: { width: 245, height: 156 },
  large: { width: 1000, height: 1000 },
  medium: { width: 750, height: 750 },
  small: { width: 500, height: 500 },
};

/** The only libvips loaders that are allowed to run. */
const DECODERS = ['Jpeg', 'Png', 'Nsgif'].map((name) => `VipsForeignLoad${name}`);

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS });

/** Thrown for an image that is not accepted; its message is the reason. */
export class RejectedImage extends Error {}

const KINDS: readonly string[] = ['png', 'jpeg', 'gif'] satisfies Kind[];
const isKind = (format: string | undefined): format is Kind => format !== undefined && KINDS.includes(format);

function encode(picture: Sharp, kind: Kind): Sharp {
  switch (kind) {
    case 'png':
      return picture.png();
    case 'jpeg':
      return picture.jpeg({ quality: 85 });
    case 'gif':
      return picture.gif({ effort: 3 });
  }
}

async function encodeFile(picture: Sharp, kind: Kind): Promise<EncodedFile> {
  const { data, info } = await encode(picture, kind).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

/** Returns the same pixels, auto-oriented and in sRGB, without any metadata. Throws `RejectedImage`. */
export async function reEncodeImage(bytes: Uint8Array): Promise<SanitizedImage> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  const metadata = await sharp(bytes, options).metadata();
  if (!isKind(metadata.format)) throw new RejectedImage('it is no PNG, JPEG or GIF');
  const { format: kind, pages = 1 } = metadata;
  const { width, height } = metadata.autoOrient;
  if (Math.max(width, height) > MAX_SIDE) throw new RejectedImage(`its sides may have ${MAX_SIDE} pixels`);
  if (width * height * pages > MAX_PIXELS)
    throw new RejectedImage(`it may have ${MAX_PIXELS / 1e6} million pixels, all frames together`);
  if (pages > MAX_FRAMES) throw new RejectedImage(`it may have ${MAX_FRAMES} frames`);

  const isAnimated = pages > 1;
  const whole = sharp(bytes, { ...options, animated: isAnimated });
  const upright = isAnimated ? whole : whole.autoOrient();
  const original = await encodeFile(upright.toColourspace('srgb'), kind);
  const formats: SanitizedImage['formats'] = [];
  for (const key of FORMAT_KEYS) {
    const box = BOXES[key];
    if (original.width <= box.width && original.height <= box.height) continue;
    const smaller = sharp(original.bytes, { ...options, pages: 1 }).resize({ ...box, fit: 'inside' });
    formats.push([key, await encodeFile(smaller, kind)]);
  }
  return { kind, original, formats };
}
