import sharp, { type Sharp } from 'sharp';
import { FORMAT_KEYS, type CleanFile, type CleanPicture, type FormatKey } from './clean-messages.ts';

/** Of all frames together. */
const MOST_PIXELS = 40_000_000;
const MOST_FRAMES = 200;
const LONGEST_SIDE = 12_000;

type Kind = CleanPicture['kind'];

/** Formats of the reference: what each must fit into. */
const BOXES: Readonly<Record<FormatKey, { width: number; height: number }>> = {
  thumbnail: { width: 245, height: 156 },
  large: { width: 1000, height: 1000 },
  medium: { width: 750, height: 750 },
  small: { width: 500, height: 500 },
};

/** Decoders that may run at all. */
const DECODERS = ['Jpeg', 'Png', 'Nsgif'].map((name) => `VipsForeignLoad${name}`);

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS });

/** Thrown for what is not taken; its message is the reason. */
export class RefusedPicture extends Error {}

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

async function encoded(picture: Sharp, kind: Kind): Promise<CleanFile> {
  const { data, info } = await encode(picture, kind).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

/** The same pixels, upright and in sRGB; nothing else that was in the file. */
export async function cleanPicture(bytes: Uint8Array): Promise<CleanPicture> {
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const;
  const facts = await sharp(bytes, options).metadata();
  if (!isKind(facts.format)) throw new RefusedPicture('it is no PNG, JPEG or GIF');
  const { format: kind, pages = 1 } = facts;
  const { width, height } = facts.autoOrient;
  if (Math.max(width, height) > LONGEST_SIDE)
    throw new RefusedPicture(`its sides may have ${LONGEST_SIDE} pixels`);
  if (width * height * pages > MOST_PIXELS)
    throw new RefusedPicture(`it may have ${MOST_PIXELS / 1e6} million pixels, all frames together`);
  if (pages > MOST_FRAMES) throw new RefusedPicture(`it may have ${MOST_FRAMES} frames`);

  const isAnimated = pages > 1;
  const whole = sharp(bytes, { ...options, animated: isAnimated });
  const upright = isAnimated ? whole : whole.autoOrient();
  const original = await encoded(upright.toColourspace('srgb'), kind);
  const formats: CleanPicture['formats'] = [];
  for (const key of FORMAT_KEYS) {
    const box = BOXES[key];
    if (original.width <= box.width && original.height <= box.height) continue;
    const smaller = sharp(original.bytes, { ...options, pages: 1 }).resize({ ...box, fit: 'inside' });
    formats.push([key, await encoded(smaller, kind)]);
  }
  return { kind, original, formats };
}
