import { deflateSync } from 'node:zlib';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

const CRC_POLYNOMIAL = 0xedb88320;

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? CRC_POLYNOMIAL : 0);
  }
  return ~crc >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

interface PngOptions {
  width?: number;
  height?: number;
  shade?: number;
  claims?: { width: number; height: number };
}

/** Creates a valid grey PNG of this size and shade, optionally with false dimensions in its header. */
export function aPng({ width = 4, height = 4, shade = 128, claims }: PngOptions = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claims?.width ?? width, 0);
  header.writeUInt32BE(claims?.height ?? height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, shade)]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Creates a file object as an archive contains it, with a thumbnail. */
export const anArchivedPicture = (overrides: Partial<StoredDocument> = {}): StoredDocument => ({
  id: 1,
  name: 'court.png',
  alternativeText: 'The court',
  caption: null,
  width: 4,
  height: 4,
  formats: {
    thumbnail: {
      name: 'thumbnail_court.png',
      hash: 'thumbnail_court_0123456789',
      ext: '.png',
      mime: 'image/png',
      path: null,
      width: 2,
      height: 2,
      size: 0.07,
      sizeInBytes: 70,
      url: '/uploads/thumbnail_court_0123456789.png',
    },
  },
  hash: 'court_0123456789',
  ext: '.png',
  mime: 'image/png',
  size: 0.08,
  url: '/uploads/court_0123456789.png',
  previewUrl: null,
  provider: 'local',
  provider_metadata: null,
  folderPath: '/',
  createdAt: '2026-11-20T14:01:40.297Z',
  updatedAt: '2026-11-20T14:01:40.297Z',
  ...overrides,
});
