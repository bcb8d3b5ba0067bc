import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cropAround, decodePicture, renderVariants } from './render-variants.ts';

describe('the crop around a focal point', () => {
  it.each([
    ['in the middle', { x: 50, y: 50 }, { left: 0, top: 85, width: 1200, height: 630 }],
    ['near the upper edge', { x: 50, y: 5 }, { left: 0, top: 0, width: 1200, height: 630 }],
    ['near the lower edge', { x: 90, y: 100 }, { left: 0, top: 170, width: 1200, height: 630 }],
  ])('of a picture of 1200 × 800 %s', (_where, focus, part) =>
    expect(cropAround({ width: 1200, height: 800 }, focus)).toEqual(part),
  );

  it('stays inside pictures that are very high, very wide or very small', () => {
    expect(cropAround({ width: 400, height: 4_000 }, { x: 50, y: 99 })).toEqual({
      left: 0,
      top: 3_790,
      width: 400,
      height: 210,
    });
    expect(cropAround({ width: 5_000, height: 630 }, { x: 10, y: 0 })).toMatchObject({
      left: 0,
      width: 1200,
    });
    expect(cropAround({ width: 1, height: 1 }, { x: 100, y: 100 })).toEqual({
      left: 0,
      top: 0,
      width: 1,
      height: 1,
    });
  });

  it('is a JPEG of what is there', async () => {
    const half = { width: 1200, height: 630, channels: 3 as const };
    const red = await sharp({ create: { ...half, background: '#ff0000' } })
      .png()
      .toBuffer();
    const bytes = await sharp({ create: { ...half, height: 1260, background: '#0000ff' } })
      .composite([{ input: red, top: 0, left: 0 }])
      .png()
      .toBuffer();
    const picture = await decodePicture(bytes);
    const { files } = await renderVariants(picture, 'share', { x: 50, y: 0 });
    expect(files.map(({ format, width, height }) => [format, width, height])).toEqual([['jpeg', 1200, 630]]);
    const { dominant } = await sharp(files[0]?.bytes).stats();
    expect(dominant.r).toBeGreaterThan(200);
  });
});
