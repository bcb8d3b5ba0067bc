import { Type, type Static } from 'typebox';

/** Response of `GET /api/slugs/{slug}`: the article that has, or once had, a slug. */
export const MovedPost = Type.Object({
  data: Type.Object({
    id: Type.Integer(),
    slug: Type.String(),
    moved: Type.Boolean(),
    category: Type.Union([Type.String(), Type.Null()]),
  }),
});

/** The same of a category or a tag. */
export const MovedSubject = Type.Object({
  data: Type.Object({ id: Type.Integer(), slug: Type.String(), moved: Type.Boolean() }),
});
export type MovedSubject = Static<typeof MovedSubject>;
