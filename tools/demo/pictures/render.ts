import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Sharp } from 'sharp';
import type { Drawing } from './all-pictures.ts';
import { svg } from './shapes.ts';

/** A file as Strapi's upload plugin describes it, without the times. */
interface Format {
  name: string;
  hash: string;
  ext: string;
  mime: string;
  path: null;
  width: number;
  height: number;
  size: number;
  sizeInBytes: number;
  url: string;
}

export interface Picture {
  name: string;
  alt: string;
  hash: string;
  ext: string;
  mime: string;
  width: number;
  height: number;
  bytes: Buffer;
  formats: Record<string, Format>;
  /** The bytes of each format. */
  formatBytes: Record<string, Buffer>;
}

/** Largest width and height of each format; made only when it is smaller than the original. */
const FORMATS = {
  thumbnail: [245, 156],
  small: [500, 500],
  medium: [750, 750],
  large: [1000, 1000],
} as const;

const kilobytes = (bytes: number) => Math.round(bytes / 10) / 100;

/**
 * sharp, configured to find its fonts only in the packages of this workspace, so that text is rendered with the same
 * shapes on every machine. The variable is read when the library first draws text.
 */
async function loadSharp() {
  const require = createRequire(import.meta.url);
  const directories = [
    require.resolve('@expo-google-fonts/libre-baskerville/package.json'),
    require.resolve('@expo-google-fonts/hind/package.json'),
  ].map((file) => dirname(file));
  const folder = mkdtempSync(join(tmpdir(), 'vidhi-demo-fonts-'));
  const file = join(folder, 'fonts.conf');
  const lines = directories.map((directory) => `<dir>${directory}</dir>`).join('');
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig>${lines}<cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
  );
  process.env['FONTCONFIG_FILE'] = file;
  return (await import('sharp')).default;
}

type Encoding = 'png' | 'jpg';

const ENCODERS: Record<Encoding, (image: Sharp) => Promise<Buffer>> = {
  png: (image) =>
    image.png({ palette: true, colours: 64, dither: 0, effort: 9, compressionLevel: 9 }).toBuffer(),
  jpg: (image) => image.jpeg({ quality: 66, mozjpeg: true }).toBuffer(),
};
const MIMES: Record<Encoding, string> = { png: 'image/png', jpg: 'image/jpeg' };

interface Size {
  /** Empty for the original. */
  format: string;
  width: number;
  height: number;
}

/** The original's size and that of each format that is smaller: the drawing fitted into its limits. */
export function sizesOf({ width, height }: { width: number; height: number }): Size[] {
  const sizes: Size[] = [{ format: '', width, height }];
  for (const [format, [maxWidth, maxHeight]] of Object.entries(FORMATS)) {
    if (width <= maxWidth && height <= maxHeight) continue;
    const scale = Math.min(maxWidth / width, maxHeight / height);
    sizes.push({ format, width: Math.round(width * scale), height: Math.round(height * scale) });
  }
  return sizes;
}

const total = (buffers: readonly Buffer[]) => buffers.reduce((sum, { length }) => sum + length, 0);

/**
 * Draws the pictures with their formats, each size anew from the drawing, which is sharper and smaller than
 * shrinking a bitmap. A picture is a PNG or a JPEG, whichever takes less in all its sizes.
 */
export async function renderPictures(drawings: readonly Drawing[]): Promise<Picture[]> {
  const sharp = await loadSharp();
  return await Promise.all(
    drawings.map(async (drawing) => {
      const sizes = sizesOf(drawing);
      const encodeAll = (encoding: Encoding) =>
        Promise.all(
          sizes.map(({ width, height }) =>
            ENCODERS[encoding](
              sharp(Buffer.from(svg(drawing, width, height))).flatten({ background: '#fff' }),
            ),
          ),
        );
      const [png, jpg] = [await encodeAll('png'), await encodeAll('jpg')];
      return total(png) <= total(jpg)
        ? toPicture(drawing, sizes, png, 'png')
        : toPicture(drawing, sizes, jpg, 'jpg');
    }),
  );
}

function toPicture(
  { name, alt, width, height }: Drawing,
  sizes: readonly Size[],
  encoded: readonly Buffer[],
  encoding: Encoding,
): Picture {
  const [ext, mime] = [`.${encoding}`, MIMES[encoding]];
  const [bytes = Buffer.alloc(0)] = encoded;
  const hash = `${name.replaceAll('-', '_')}_${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}`;
  const formats: Record<string, Format> = {};
  const formatBytes: Record<string, Buffer> = {};
  for (const [index, size] of sizes.entries()) {
    const made = encoded[index];
    if (size.format === '' || made === undefined) continue;
    formatBytes[size.format] = made;
    formats[size.format] = {
      name: `${size.format}_${name}${ext}`,
      hash: `${size.format}_${hash}`,
      ext,
      mime,
      path: null,
      width: size.width,
      height: size.height,
      size: kilobytes(made.length),
      sizeInBytes: made.length,
      url: `/uploads/${size.format}_${hash}${ext}`,
    };
  }
  return { name, alt, hash, ext, mime, width, height, bytes, formats, formatBytes };
}

/** The upload plugin's file entity for a picture. */
export const fileData = (picture: Picture, at: string) => ({
  name: `${picture.name}${picture.ext}`,
  alternativeText: picture.alt,
  caption: null,
  width: picture.width,
  height: picture.height,
  formats: picture.formats,
  hash: picture.hash,
  ext: picture.ext,
  mime: picture.mime,
  size: kilobytes(picture.bytes.length),
  url: `/uploads/${picture.hash}${picture.ext}`,
  previewUrl: null,
  provider: 'local',
  provider_metadata: null,
  folderPath: '/',
  createdAt: at,
  updatedAt: at,
});
