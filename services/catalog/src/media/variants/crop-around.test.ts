import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { aPhoto } from './photo-builder.ts';
import { cropAround, decodePicture, regionOf, renderVariants } from './render-variants.ts';

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

describe('the part of a picture that readers see', () => {
  it.each([
    ['a corner', { x: 75, y: 50, width: 25, height: 50 }, { left: 900, top: 400, width: 300, height: 400 }],
    ['all of it', { x: 0, y: 0, width: 100, height: 100 }, { left: 0, top: 0, width: 1200, height: 800 }],
    ['less than was rounded', { x: 66.67, y: 0, width: 33.34, height: 100 }, { left: 800, width: 400 }],
    [
      'the last pixel',
      { x: 100, y: 100, width: 1, height: 1 },
      { left: 1199, top: 799, width: 1, height: 1 },
    ],
  ])('is %s', (_what, crop, region) =>
    expect(regionOf({ width: 1200, height: 800 }, crop)).toMatchObject(region),
  );

  it('is rendered in all sizes that it is large enough for, with the colour that it has', async () => {
    const red = { width: 800, height: 400, channels: 3 as const, background: '#ff0000' };
    const corner = await sharp({ create: red }).png().toBuffer();
    const bytes = await sharp({ create: { ...red, width: 1600, height: 800, background: '#0000ff' } })
      .composite([{ input: corner, top: 400, left: 800 }])
      .png()
      .toBuffer();
    const decoded = await decodePicture(bytes, { x: 50, y: 50, width: 50, height: 50 });
    const { files, color } = await renderVariants(decoded, 'common');
    expect(
      files.filter(({ format }) => format === 'webp').map(({ width, height }) => [width, height]),
    ).toEqual([
      [360, 180],
      [640, 320],
      [800, 400],
    ]);
    expect(color).toMatch(/^#f/);
  });

  it('is a part of the picture as a camera has turned it', async () => {
    const bytes = await aPhoto({ width: 800, height: 600, orientation: 6 });
    const { sizes } = await decodePicture(bytes, { x: 0, y: 0, width: 100, height: 50 });
    expect(sizes.at(-1)).toEqual({ width: 600, height: 400 });
  });
});
