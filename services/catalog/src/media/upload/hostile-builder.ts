import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Marker that must not survive in a stored file. */
export const PAYLOAD = '<script>alert("vidhi-payload")</script>';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Offset behind the signature and IHDR chunk. */
const AFTER_HEADER = 33;

/** Returns a PNG chunk, optionally with a false length or CRC. */
export function pngChunk(
  type: string,
  data: Buffer,
  overrides: { length?: number; crc?: number } = {},
): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(overrides.length ?? data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(overrides.crc ?? crc32(body), body.length + 4);
  return framed;
}

export const withPngChunk = (png: Buffer, chunk: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, AFTER_HEADER), chunk, png.subarray(AFTER_HEADER)]);

/** Creates a valid PNG with one bit per pixel: a few kilobytes that decode to millions of pixels. */
export function aPngBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Deflated data that inflates to this many bytes. */
export const anInflating = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 9 });

/** Returns a JPEG segment: comment, metadata or colour profile. */
export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

export const withJpegSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** Returns the same JPEG with false dimensions in its frame header. */
export function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = Math.max(changed.indexOf('ffc0', 0, 'hex'), changed.indexOf('ffc2', 0, 'hex'));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

/** Creates a progressive JPEG whose last scan is repeated. */
export async function aJpegOfScans(times: number): Promise<Buffer> {
  const create = { width: 1500, height: 1500, channels: 3 as const, background: '#a05020' };
  const jpeg = await sharp({ create }).jpeg({ progressive: true }).toBuffer();
  const lastScan = jpeg.subarray(jpeg.lastIndexOf('ffda', undefined, 'hex'), jpeg.length - 2);
  return Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: times }, () => lastScan),
    jpeg.subarray(-2),
  ]);
}

/** Creates a GIF with this number of 1x1 frames on a square logical screen. */
export function aGif({ frames = 1, side = 1, comment = '' } = {}): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  screen.writeUInt16LE(side, 6);
  screen.writeUInt16LE(side, 8);
  const text = Buffer.from(comment, 'latin1');
  const said =
    text.length === 0
      ? Buffer.alloc(0)
      : Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0])]);
  const control = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0]);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const all = Array.from({ length: frames }, () => Buffer.concat([control, frame]));
  return Buffer.concat([screen, said, ...all, Buffer.from([0x3b])]);
}

/** Creates a GIF whose frames all differ. */
export async function aHeavyGif(frames: number, side: number): Promise<Buffer> {
  const bytes = side * side * 3;
  const pixels = Buffer.concat(
    Array.from({ length: frames }, (_, index) => Buffer.alloc(bytes, index % 2 === 0 ? 10 : 200)),
  );
  return sharp(pixels, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
    .gif({ effort: 1 })
    .toBuffer();
}

/** Creates a photo-like image in this format. */
export function aPhotoAs(format: 'png' | 'jpeg' | 'webp' | 'avif' | 'tiff', width = 60, height = 40) {
  return sharp({ create: { width, height, channels: 3, background: '#b43c14' } })
    .toFormat(format)
    .toBuffer();
}
