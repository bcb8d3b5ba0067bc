import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';
import { pageSchema } from './paging.ts';

/** Response of `GET /api/corrections`. */
export const CorrectionList = pageSchema(
  Type.Object({
    id: Type.Integer(),
    text: Type.String(),
    corrected_at: Type.String(),
    post: Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      slug: Type.String(),
      category: nullable(Type.String()),
    }),
  }),
);
export type CorrectionList = Static<typeof CorrectionList>;
