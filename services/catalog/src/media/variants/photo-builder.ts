import sharp from 'sharp';

interface PhotoOptions {
  width?: number;
  height?: number;
  /** EXIF orientation; 6 is rotated by 90 degrees. */
  orientation?: number;
  /** Random pixels, which compress worst. */
  noise?: boolean;
}

/** Creates a JPEG like that of a camera, with GPS metadata. */
export async function aPhoto({ width = 400, height = 300, orientation = 1, noise }: PhotoOptions = {}) {
  const background = { r: 180, g: 60, b: 20 };
  const create = {
    width,
    height,
    channels: 3 as const,
    background,
    ...(noise === true ? { noise: { type: 'gaussian' as const, mean: 128, sigma: 60 } } : {}),
  };
  return sharp({ create })
    .withExif({ IFD0: { Copyright: 'A camera' }, IFD3: { GPSLatitude: '28/1 36/1 50/1' } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
}

/** Creates a truncated file with an intact header. */
export async function aTruncatedPhoto(): Promise<Buffer> {
  const whole = await aPhoto({ width: 800, height: 600, noise: true });
  return whole.subarray(0, whole.length / 4);
}

/** Creates a few kilobytes that need hundreds of megabytes: an interlaced PNG must be decoded as a whole. */
export async function aBomb(): Promise<Buffer> {
  const create = { width: 9_900, height: 9_900, channels: 4 as const, background: '#ff000080' };
  return sharp({ create }).png({ progressive: true, compressionLevel: 9 }).toBuffer();
}
