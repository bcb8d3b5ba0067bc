import { describe, expect, it } from 'vitest';
import { isWithinPicture } from '@vidhi/contracts/picture-variants.ts';
import { WHOLE, between, coveredPart, inShape, movedTo, resizedTo, shapeOf } from './crop-shapes.ts';

const SIZE = { width: 1600, height: 900 };
const SQUARE = shapeOf(1, SIZE);

describe('a crop', () => {
  it('takes the shape of a ratio of pixels in its middle', () => {
    expect(inShape(WHOLE, SQUARE)).toEqual({ x: 21.88, y: 0, width: 56.25, height: 100 });
    expect(inShape(WHOLE, shapeOf(16 / 9, SIZE))).toEqual(WHOLE);
    expect(inShape(WHOLE, null)).toBe(WHOLE);
  });

  it('stays within the picture wherever it is moved', () => {
    const crop = { x: 10, y: 10, width: 50, height: 50 };
    expect(movedTo(crop, { x: 15, y: 80 })).toEqual({ ...crop, x: 15, y: 50 });
    expect(movedTo(crop, { x: -5, y: 10 })).toEqual({ ...crop, x: 0 });
  });

  it('is resized within the picture, to no less than 1 %, and keeps its shape where it has one', () => {
    const crop = { x: 50, y: 50, width: 20, height: 20 };
    expect(resizedTo(crop, { width: 80 }, null)).toEqual({ ...crop, width: 50 });
    expect(resizedTo(crop, { height: 0 }, null)).toEqual({ ...crop, height: 1 });
    expect(resizedTo(crop, { width: 40 }, 2)).toEqual({ ...crop, width: 40, height: 20 });
    expect(resizedTo(crop, { height: 40 }, 2)).toEqual({ ...crop, width: 50, height: 25 });
  });

  it('is drawn in every direction from the corner where it begins, and not by a click', () => {
    const corner = { x: 50, y: 50 };
    expect(between(corner, { x: 70, y: 60 }, null)).toEqual({ x: 50, y: 50, width: 20, height: 10 });
    expect(between(corner, { x: 30, y: 40 }, null)).toEqual({ x: 30, y: 40, width: 20, height: 10 });
    expect(between(corner, { x: 120, y: -20 }, 1)).toEqual({ x: 50, y: 0, width: 50, height: 50 });
    expect(between(corner, { x: 51, y: 90 }, null)).toBeNull();
  });

  it('shows in a frame what CSS shows there', () => {
    const crop = { x: 0, y: 0, width: 100, height: 50 };
    expect(coveredPart({ width: 100, height: 100 }, crop, { x: 100, y: 20 }, 1)).toEqual({
      x: 50,
      y: 0,
      width: 50,
      height: 50,
    });
    expect(coveredPart(SIZE, crop, { x: 0, y: 0 }, null)).toBe(crop);
  });

  it('is one that the service takes, whatever was rounded', () => {
    for (let at = 0; at < 500; at += 1) {
      const point = { x: (at * 37.777) % 100, y: (at * 11.313) % 100 };
      for (const shape of [null, 0.333, SQUARE, 1.777]) {
        const crop = between({ x: (at * 3.1) % 100, y: (at * 7.3) % 100 }, point, shape) ?? WHOLE;
        const last = resizedTo(movedTo(crop, point), { width: (at * 13.7) % 100 }, shape);
        expect([isWithinPicture(last), last.width >= 1, last.height >= 1]).toEqual([true, true, true]);
      }
    }
  });
});
