import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

const ShadowedPage = Type.Object({
  id: Type.Integer(),
  /** The kind of page at its address: one of the site itself, or that of another record. */
  by: Type.Enum(['screen', 'article', 'page', 'category']),
  /** That record; null for a page of the site itself. */
  other: nullable(Type.Object({ id: Type.Integer(), title: Type.String() })),
});
export type ShadowedPage = Static<typeof ShadowedPage>;

/** Response of `GET /api/hosted-pages/shadowed` and `GET /api/categories/shadowed`. */
export const ShadowedPages = Type.Object({ data: Type.Array(ShadowedPage) });
