/** Media type and dimensions, read from the first bytes of a file. */
export interface PictureHeader {
  mime: string;
  width: number;
  height: number;
}

/** Long enough to reach the dimensions behind large metadata blocks. */
export const HEADER_BYTES = 512 * 1024;

/** Long enough for every signature of `sniffMime`. */
export const SIGNATURE_BYTES = 64;

interface Size {
  width: number;
  height: number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

/**
 * Returns the media type of an image from its signature alone, or null for every type that is not stored. SVG is one of
 * those, as it can carry scripts.
 */
export function sniffMime(bytes: Buffer): string | null {
  if (bytes.length < 16) return null;
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE) && ascii(bytes, 12, 16) === 'IHDR') return 'image/png';
  if (bytes.readUIntBE(0, 3) === 0xffd8ff) return 'image/jpeg';
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'image/gif';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp';
  const brands = ascii(bytes, 8, Math.min(bytes.length, SIGNATURE_BYTES, bytes.readUInt32BE(0)));
  return ascii(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(brands) ? 'image/avif' : null;
}

const readPng = (bytes: Buffer): Size | null =>
  bytes.length < 24 ? null : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };

const readGif = (bytes: Buffer): Size => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) });

/** JPEG start-of-frame markers (SOF0 to SOF15), which carry the dimensions; C4, C8 and CC are not among them. */
const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function readJpeg(bytes: Buffer): Size | null {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (isFrameMarker(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    const isPadding = marker === 0xff;
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += isPadding ? 1 : hasNoLength ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function readWebp(bytes: Buffer): Size | null {
  if (bytes.length < 30) return null;
  switch (ascii(bytes, 12, 16)) {
    case 'VP8X':
      return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}

function readAvif(bytes: Buffer): Size | null {
  // ImageSpatialExtentsProperty (`ispe`): type, version and flags, width, height.
  const at = bytes.indexOf('ispe', 16, 'latin1');
  if (at === -1 || at + 16 > bytes.length) return null;
  return { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
}

const SIZE_READERS: Readonly<Record<string, (bytes: Buffer) => Size | null>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/avif': readAvif,
};

/** Returns media type and dimensions, or null when the type is not accepted or the dimensions are missing or zero. */
export function readPictureHeader(bytes: Buffer): PictureHeader | null {
  const mime = sniffMime(bytes);
  const size = mime === null ? null : (SIZE_READERS[mime]?.(bytes) ?? null);
  if (mime === null || size === null || size.width === 0 || size.height === 0) return null;
  return { mime, ...size };
}
