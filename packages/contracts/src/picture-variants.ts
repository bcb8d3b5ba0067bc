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
  /** Absent where nobody has chosen one: the middle counts then. */
  focus: Type.Optional(FocalPoint),
  /** A JPEG crop around the focal point, of the shape of `SHARE_SIZE`. */
  share: Type.Optional(PictureSource),
});
export type PictureVariants = Static<typeof PictureVariants>;

/** Maximum number of ids in a request to `/api/picture-variants`. */
export const MAX_PICTURES_PER_REQUEST = 150;
