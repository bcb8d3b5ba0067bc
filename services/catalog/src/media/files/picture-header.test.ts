import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPictureHeader, sniffMime } from './picture-header.ts';

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

const encoders: [string, () => Promise<Buffer>][] = [
  ['image/png', () => drawn(37, 21).png().toBuffer()],
  ['image/jpeg', () => drawn(37, 21).jpeg().toBuffer()],
  ['image/jpeg', () => drawn(37, 21).jpeg({ progressive: true }).toBuffer()],
  [
    'image/jpeg',
    () =>
      drawn(37, 21)
        .withExif({ IFD0: { ImageDescription: 'x'.repeat(60_000) } })
        .jpeg()
        .toBuffer(),
  ],
  ['image/gif', () => drawn(37, 21).gif().toBuffer()],
  ['image/webp', () => drawn(37, 21).webp().toBuffer()],
  ['image/webp', () => drawn(37, 21).webp({ lossless: true }).toBuffer()],
  ['image/webp', () => drawn(37, 21).ensureAlpha(0.5).withMetadata().webp().toBuffer()],
  ['image/avif', () => drawn(37, 21).avif().toBuffer()],
];

describe('readPictureHeader', () => {
  it.each(encoders)('reads type and dimensions of a real %s', async (mime, encode) => {
    expect(readPictureHeader(await encode())).toEqual({ mime, width: 37, height: 21 });
  });

  const text = (value: string): Buffer => Buffer.from(value.padEnd(64), 'latin1');
  const others: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(1_000)],
    ['a drawing', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a drawing after a declaration', text('<?xml version="1.0"?><svg onload="alert(1)"/>')],
    ['a page', text('<!doctype html><script>alert(1)</script>')],
    ['a document', text('%PDF-1.7')],
    ['an archive', text('PK\x03\x04')],
    ['a bitmap', text('BM\x00\x00')],
    ['a TIFF', text('II*\x00')],
    ['an icon', text('\x00\x00\x01\x00')],
    ['a film', text('\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2avc1mp41')],
    ['a GIF of no known version', text('GIF88a')],
    ['a RIFF that is no picture', text('RIFF\x00\x00\x00\x00WAVEfmt ')],
  ];
  it.each(others)('returns null for %s', (_name, bytes) => {
    expect(sniffMime(bytes)).toBeNull();
    expect(readPictureHeader(bytes)).toBeNull();
  });

  it('returns null or the true dimensions for a truncated file, never others', async () => {
    const sizes = new Set<string>();
    for (const [, encode] of encoders) {
      const whole = await encode();
      for (let length = 0; length < 64; length++) {
        const header = readPictureHeader(whole.subarray(0, length));
        sizes.add(header === null ? 'none' : `${header.width}×${header.height}`);
      }
    }
    expect([...sizes].toSorted()).toEqual(['37×21', 'none']);
  });

  it('returns null for a picture of zero width or height', () => {
    const gif = Buffer.from('GIF89a\x00\x00\x05\x00'.padEnd(64), 'latin1');
    expect(readPictureHeader(gif)).toBeNull();
  });
});
