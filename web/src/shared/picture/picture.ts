import type { Attributes } from '@vidhi/collections/all.ts';
import type { FocalPoint } from '@vidhi/contracts/picture-variants.ts';
import type { WireEntry } from '../api/read.ts';

/** A picture as components use it. */
export interface Picture {
  /** Absent for pictures of other sites. */
  id?: number;
  url: string;
  width: number;
  height: number;
  alt: string;
  caption?: string;
  /** `srcset` of the content API's sizes; absent when there is only one. */
  srcset?: string;
  /** Variants of the picture; absent until they are generated. */
  files?: PictureFiles;
}

/** The variants of a picture: a `srcset` for each modern format, one URL for other browsers. */
export interface PictureFiles {
  /** A very small version, as a data URL. */
  placeholder: string;
  avif?: string;
  webp?: string;
  jpeg?: string;
  /** The point around which it is cropped, in tenths of width and height; the middle where absent. */
  focus?: FocalPoint;
  /** The crop that previews of links show. Only crawlers read it, so browsers do not get it. */
  share?: Pick<Picture, 'url' | 'width' | 'height'>;
}

export type WirePicture = Attributes<'file'>;
/** A file as the routes of uploads send it: one object with every attribute. Each file has an address. */
export type FileRow = { id: number; url: string } & Required<Omit<WirePicture, 'url'>>;

/** Attributes of a picture that queries must populate. */
export const PICTURE_FIELDS = ['url', 'width', 'height', 'alternativeText', 'caption', 'formats'] as const;

/** Attributes of the picture that previews of links show. */
export const SHARED_PICTURE_FIELDS = [...PICTURE_FIELDS, 'size'] as const;

const FALLBACK_SIZE = { width: 1200, height: 675 };

export function toPicture({ id, attributes: wire }: WireEntry<WirePicture>): Picture {
  const { width, height } =
    wire.width && wire.height ? { width: wire.width, height: wire.height } : FALLBACK_SIZE;
  const url = wire.url ?? '';
  const sizes = [...Object.values(wire.formats ?? {}), { url, width }]
    .filter((format) => format.url !== '' && format.width > 0)
    .toSorted((a, b) => a.width - b.width);
  return {
    id,
    url,
    width,
    height,
    alt: wire.alternativeText ?? '',
    ...(wire.caption ? { caption: wire.caption } : {}),
    ...(sizes.length > 1 ? { srcset: sizes.map((size) => `${size.url} ${size.width}w`).join(', ') } : {}),
  };
}

const YOUTUBE_ID = /^[\w-]{11}$/;
const YOUTUBE_IN_URL = /(?:youtu\.be\/|[?&]v=|\/(?:embed|shorts|live)\/)(?!videoseries)([\w-]{11})/;

/** Returns the id of a video, from an id or a URL; null for other texts. Services read texts with contracts' `youtube.ts`. */
export function youtubeId(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return YOUTUBE_ID.test(trimmed) ? trimmed : (YOUTUBE_IN_URL.exec(trimmed)?.[1] ?? null);
}

/** YouTube's thumbnail, for posts with a video and no picture. */
export const youtubeThumbnail = (id: string): Picture => ({
  url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
  width: 480,
  height: 360,
  alt: '',
});
