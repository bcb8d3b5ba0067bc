import type { WireEntry } from '../api/read.ts';
import { toPicture, type Picture, type WirePicture } from './picture.ts';

/** The file of a picture that other sites show with a link to a page. */
export type SharePicture = Pick<Picture, 'url' | 'width' | 'height' | 'alt'>;

/** Returns the crop around the focal point of a picture; null where nobody has chosen one, or it is not rendered yet. */
export function shareCrop(picture: Picture | null | undefined): SharePicture | null {
  const share = picture?.files?.share;
  return picture == null || share === undefined ? null : { ...share, alt: picture.alt };
}

/** Messengers, WhatsApp among them, show no preview for larger files. */
const MAX_KILOBYTES = 600;
/** The width that Facebook, WhatsApp and X lay out; 630 high. */
const IDEAL_WIDTH = 1200;
/** Formats that all of them read. */
const READABLE = /\.(?:jpe?g|png|gif)(?:$|\?)/i;

/**
 * Returns the file of a picture whose width is nearest to 1200 pixels among those of at most 600 KB, or the smallest file where
 * all are larger. The original counts as too large unless the response has its size.
 */
export function sharePicture(entry: WireEntry<WirePicture>): SharePicture {
  const { url, width, height, alt } = toPicture(entry);
  const original = { url, width, height, size: entry.attributes.size ?? Number.POSITIVE_INFINITY };
  const formats = Object.values(entry.attributes.formats ?? {}).map((format) => ({
    url: format.url,
    width: format.width,
    height: format.height ?? Math.round((format.width * height) / width),
    size: format.size ?? 0,
  }));
  const readable = [original, ...formats].filter((file) => READABLE.test(file.url) && file.width > 0);
  const small = readable.filter(({ size }) => size <= MAX_KILOBYTES);
  const chosen =
    small.length > 0
      ? small.toSorted((a, b) => Math.abs(a.width - IDEAL_WIDTH) - Math.abs(b.width - IDEAL_WIDTH))[0]
      : readable.toSorted((a, b) => a.width - b.width)[0];
  const { size: _size, ...file } = chosen ?? original;
  return { ...file, alt };
}
