import type { FocalPoint, PictureCrop } from '@vidhi/contracts/picture-variants.ts';

export interface Size {
  width: number;
  height: number;
}

export const WHOLE: PictureCrop = { x: 0, y: 0, width: 100, height: 100 };
export const MIDDLE: FocalPoint = { x: 50, y: 50 };
/** Length of the shortest side, in percent. */
const MIN_LENGTH = 1;
/** Lengths that a crop needs while it is drawn; a click is none. */
const MIN_DRAWN = 2;

/** Width divided by height in percent of the picture; null where both are free. */
export type Shape = number | null;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
const round = (value: number): number => Math.round(value * 100) / 100;
/** A crop with two decimals, which stays within the picture. */
const rounded = ({ x, y, width, height }: PictureCrop): PictureCrop => ({
  x: round(x),
  y: round(y),
  width: round(clamp(width, MIN_LENGTH, 100 - round(x))),
  height: round(clamp(height, MIN_LENGTH, 100 - round(y))),
});

export const isWhole = (crop: PictureCrop | null): boolean =>
  crop === null || (crop.width === WHOLE.width && crop.height === WHOLE.height);

/** Returns a ratio of pixels as the shape of a crop of a picture. */
export const shapeOf = (ratio: number | null, { width, height }: Size): Shape =>
  ratio === null ? null : (ratio * height) / width;

/** Returns the largest part of a crop that has a shape, in its middle. */
export function inShape(crop: PictureCrop, shape: Shape): PictureCrop {
  if (shape === null) return crop;
  const width = Math.min(crop.width, crop.height * shape);
  const height = width / shape;
  return rounded({
    x: crop.x + (crop.width - width) / 2,
    y: crop.y + (crop.height - height) / 2,
    width,
    height,
  });
}

/** Returns a crop in another place of the picture. */
export const movedTo = (crop: PictureCrop, { x, y }: { x: number; y: number }): PictureCrop =>
  rounded({ ...crop, x: clamp(x, 0, 100 - crop.width), y: clamp(y, 0, 100 - crop.height) });

/** Returns a crop with another width or height; its upper left corner stays. */
export function resizedTo(
  crop: PictureCrop,
  { width, height }: { width?: number; height?: number },
  shape: Shape,
): PictureCrop {
  const [mostWidth, mostHeight] = [100 - crop.x, 100 - crop.y];
  if (shape === null)
    return rounded({
      ...crop,
      width: clamp(width ?? crop.width, MIN_LENGTH, mostWidth),
      height: clamp(height ?? crop.height, MIN_LENGTH, mostHeight),
    });
  const wanted = width ?? (height === undefined ? crop.width : height * shape);
  const fitting = clamp(wanted, MIN_LENGTH * Math.max(1, shape), Math.min(mostWidth, mostHeight * shape));
  return rounded({ ...crop, width: fitting, height: fitting / shape });
}

/** Returns the crop between a corner that stays and a point; null where it is too small to be meant. */
export function between(corner: FocalPoint, point: FocalPoint, shape: Shape): PictureCrop | null {
  const [isLeft, isAbove] = [point.x < corner.x, point.y < corner.y];
  const mostWidth = isLeft ? corner.x : 100 - corner.x;
  const mostHeight = isAbove ? corner.y : 100 - corner.y;
  let width = Math.min(Math.abs(point.x - corner.x), mostWidth);
  let height = Math.min(Math.abs(point.y - corner.y), mostHeight);
  if (shape !== null) {
    width = Math.min(Math.max(width, height * shape), mostWidth, mostHeight * shape);
    height = width / shape;
  }
  if (width < MIN_DRAWN || height < MIN_DRAWN) return null;
  return rounded({
    x: isLeft ? corner.x - width : corner.x,
    y: isAbove ? corner.y - height : corner.y,
    width,
    height,
  });
}

/** Returns the part of a crop that a frame of a ratio shows around a point, as `object-fit: cover` does. */
export function coveredPart(
  size: Size,
  crop: PictureCrop,
  focus: FocalPoint,
  ratio: number | null,
): PictureCrop {
  const shape = shapeOf(ratio, size);
  if (shape === null) return crop;
  const width = Math.min(crop.width, crop.height * shape);
  const height = width / shape;
  const within = (point: number, start: number, length: number): number =>
    clamp((point - start) / length, 0, 1);
  return {
    x: crop.x + (crop.width - width) * within(focus.x, crop.x, crop.width),
    y: crop.y + (crop.height - height) * within(focus.y, crop.y, crop.height),
    width,
    height,
  };
}
