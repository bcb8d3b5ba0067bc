export interface Size {
  width: number;
  height: number;
}

const WIDTHS = [360, 640, 960, 1280, 1600] as const;
const MAX_WIDTH = 1600;
const MAX_HEIGHT = 4_800;
/** The original width is added when it exceeds the next smaller standard width by this factor. */
const MIN_STEP_RATIO = 1.1;

/** Returns the variant sizes of a picture, narrowest first: never larger than the original, and none above MAX_HEIGHT. */
export function variantSizes({ width, height }: Size): Size[] {
  const ownWidth = Math.min(width, MAX_WIDTH);
  const widths = WIDTHS.filter((each) => each <= ownWidth).map(Number);
  if (ownWidth > (widths.at(-1) ?? 0) * MIN_STEP_RATIO) widths.push(ownWidth);
  const sizes = widths.map((each) => ({
    width: each,
    height: Math.max(1, Math.round((each * height) / width)),
  }));
  return sizes.filter((size) => size.height <= MAX_HEIGHT);
}
