import { Type, type Static } from 'typebox';

/** A document that shows a picture. */
export const PictureUsage = Type.Object({
  collection: Type.String(),
  id: Type.Integer(),
  title: Type.String(),
  attribute: Type.String(),
  working_copy: Type.Optional(
    Type.Boolean({ description: 'The use is in the working copy of the document, not in what readers see' }),
  ),
});
export type PictureUsage = Static<typeof PictureUsage>;

export const PictureUsageResponse = Type.Object({
  data: Type.Array(PictureUsage),
  meta: Type.Object({
    complete: Type.Boolean({ description: 'False where a text could not be searched: there may be more' }),
  }),
});
export type PictureUsageResponse = Static<typeof PictureUsageResponse>;
