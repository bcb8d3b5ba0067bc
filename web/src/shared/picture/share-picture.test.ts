import { describe, expect, it } from 'vitest';
import { sharePicture } from './share-picture.ts';
import type { WirePicture } from './picture.ts';

const format = (width: number, size: number, name = `${width}.jpg`) => ({
  url: `/uploads/${name}`,
  width,
  height: Math.round(width / 2),
  size,
});
const share = (values: Partial<WirePicture>) =>
  sharePicture({
    id: 1,
    attributes: {
      url: '/uploads/original.jpg',
      width: 6000,
      height: 3000,
      size: 6500,
      alternativeText: 'The court',
      caption: null,
      formats: null,
      ...values,
    },
  });

describe('the picture of a link preview', () => {
  it('is the file nearest to 1200 pixels below 600 KB, not the original of 6.5 MB', () => {
    const formats = { small: format(500, 40), large: format(1000, 120), huge: format(1300, 900) };
    expect(share({ formats })).toEqual({
      url: '/uploads/1000.jpg',
      width: 1000,
      height: 500,
      alt: 'The court',
    });
  });

  it('is the original where that is small and nearer', () => {
    const formats = { small: format(500, 40) };
    expect(share({ width: 1280, height: 640, size: 300, formats }).url).toBe('/uploads/original.jpg');
  });

  it('is the smallest file where all are too large', () => {
    expect(share({ formats: { large: format(2000, 700) } }).url).toBe('/uploads/2000.jpg');
  });

  it('is no file that messengers cannot read', () => {
    const formats = { large: format(1200, 90, '1200.avif'), small: format(500, 40) };
    expect(share({ formats }).url).toBe('/uploads/500.jpg');
  });

  it('is the original where there is no other', () => {
    expect(share({})).toEqual({ url: '/uploads/original.jpg', width: 6000, height: 3000, alt: 'The court' });
  });
});
