import { Type, type Static } from 'typebox';

/** One file of a picture, at one size. Its address is made of its bytes, so it never gets others. */
export const PictureSource = Type.Object({
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  url: Type.String(),
});
export type PictureSource = Static<typeof PictureSource>;

/** What a page needs to show a picture well. A format that is not made yet is an empty list. */
export const PictureVariants = Type.Object({
  /** A few pixels of the picture itself, as a data address. */
  placeholder: Type.String(),
  /** Its most common colour, `#rrggbb`. */
  color: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
  /** Narrowest first. */
  sources: Type.Object({
    avif: Type.Array(PictureSource),
    webp: Type.Array(PictureSource),
    jpeg: Type.Array(PictureSource),
  }),
});
export type PictureVariants = Static<typeof PictureVariants>;

/** Most pictures that one call of `/api/picture-variants` answers for. */
export const MOST_PICTURES_A_CALL = 150;
