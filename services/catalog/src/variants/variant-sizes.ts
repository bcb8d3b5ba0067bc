export interface Size {
  width: number;
  height: number;
}

const WIDTHS = [360, 640, 960, 1280, 1600] as const;
const WIDEST = 1600;
const HIGHEST = 4_800;
/** An own width of the picture is made too, unless the step before is nearly as wide. */
const WORTH = 1.1;

/** The sizes to make of a picture, narrowest first: never larger than it is, and no endless strips. */
export function variantSizes({ width, height }: Size): Size[] {
  const own = Math.min(width, WIDEST);
  const widths = WIDTHS.filter((each) => each <= own).map(Number);
  if (own > (widths.at(-1) ?? 0) * WORTH) widths.push(own);
  const sizes = widths.map((each) => ({
    width: each,
    height: Math.max(1, Math.round((each * height) / width)),
  }));
  return sizes.filter((size) => size.height <= HIGHEST);
}
