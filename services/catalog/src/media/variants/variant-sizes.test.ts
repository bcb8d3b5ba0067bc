import { describe, expect, it } from 'vitest';
import { variantSizes } from './variant-sizes.ts';

const widths = (width: number, height: number) => variantSizes({ width, height }).map((size) => size.width);

describe('variantSizes', () => {
  it('returns none larger than the picture or wider than 1600', () => {
    expect(widths(4_000, 3_000)).toEqual([360, 640, 960, 1_280, 1_600]);
    expect(widths(1_000, 500)).toEqual([360, 640, 960]);
    expect(widths(1_280, 720)).toEqual([360, 640, 960, 1_280]);
  });

  it('adds the width of a picture between two standard widths', () => {
    expect(widths(1_200, 600)).toEqual([360, 640, 960, 1_200]);
    expect(widths(200, 100)).toEqual([200]);
    expect(widths(1, 1)).toEqual([1]);
  });

  it('keeps the aspect ratio, with at least one pixel', () => {
    expect(variantSizes({ width: 720, height: 480 })[1]).toEqual({ width: 640, height: 427 });
    expect(variantSizes({ width: 4_000, height: 1 })[0]).toEqual({ width: 360, height: 1 });
  });

  it('omits sizes that are too high', () => {
    expect(widths(700, 14_000)).toEqual([]);
    expect(widths(1_600, 8_000)).toEqual([360, 640, 960]);
  });
});
