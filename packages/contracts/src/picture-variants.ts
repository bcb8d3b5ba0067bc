import { Type, type Static } from 'typebox';

/** One file of a picture, at one size. Its URL contains a hash of its bytes, so it can be cached for ever. */
export const PictureSource = Type.Object({
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  url: Type.String(),
});
export type PictureSource = Static<typeof PictureSource>;

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
});
export type PictureVariants = Static<typeof PictureVariants>;

/** Maximum number of ids in a request to `/api/picture-variants`. */
export const MAX_PICTURES_PER_REQUEST = 150;
