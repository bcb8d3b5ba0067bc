import { Type, type Static } from 'typebox';

/** One file of a picture, at one size. Its URL contains a hash of its bytes, so it can be cached for ever. */
export const PictureSource = Type.Object({
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  url: Type.String(),
});
export type PictureSource = Static<typeof PictureSource>;

const Percent = Type.Integer({ minimum: 0, maximum: 100 });

/** The point of a picture around which it is cropped, in percent of its width and height. */
export const FocalPoint = Type.Object({ x: Percent, y: Percent }, { additionalProperties: false });
export type FocalPoint = Static<typeof FocalPoint>;

const Part = Type.Number({ minimum: 0, maximum: 100 });
const Length = Type.Number({ minimum: 1, maximum: 100 });

/** The part of a picture that readers see, in percent of its width and height. `isWithinPicture` checks that it ends within it. */
export const PictureCrop = Type.Object(
  { x: Part, y: Part, width: Length, height: Length },
  { additionalProperties: false },
);
export type PictureCrop = Static<typeof PictureCrop>;

/** Error by rounding that the sum of two parts may have. */
const ROUNDING = 0.02;

/** Returns whether a crop ends within its picture. */
export const isWithinPicture = ({ x, y, width, height }: PictureCrop): boolean =>
  x + width <= 100 + ROUNDING && y + height <= 100 + ROUNDING;

/** Size of the crop that other sites show with a link to a page. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** Responsive versions of a picture. The list of a format that is not generated yet is empty. */
export const PictureVariants = Type.Object({
  /** A thumbnail of a few pixels, as a data URL. */
  placeholder: Type.String(),
  /** Most common colour of the picture, `#rrggbb`. */
  color: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
  /** Narrowest first. */
  sources: Type.Object({
    avif: Type.Array(PictureSource),
    webp: Type.Array(PictureSource),
    jpeg: Type.Array(PictureSource),
  }),
  /** The part of the picture that the files show; absent if they show the whole picture. */
  crop: Type.Optional(PictureCrop),
  /** A point of the part that the files show. Absent if none was set: clients use the centre. */
  focus: Type.Optional(FocalPoint),
  /** A JPEG crop around the focal point, of the shape of `SHARE_SIZE`; absent for whole pictures without a point. */
  share: Type.Optional(PictureSource),
});
export type PictureVariants = Static<typeof PictureVariants>;

/** Maximum number of ids in a request to `/api/picture-variants`. */
export const MAX_PICTURES_PER_REQUEST = 150;
