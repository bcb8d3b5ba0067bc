import { articleRoute } from './routes/article-route.ts';
import { categoryRoute } from './routes/category-route.ts';
import { homeRoute } from './routes/home-route.ts';
import { missingRoute } from './routes/missing-route.ts';
import { savedRoute } from './routes/saved-route.ts';
import { searchRoute } from './routes/search-route.ts';
import { slugRoute } from './routes/slug-route.ts';
import { tagRoute } from './routes/tag-route.ts';

/** Loads and heads of the feature's pages: one chunk, which a document that the server rendered does not load. */
export const newsData = {
  article: articleRoute,
  category: categoryRoute,
  home: homeRoute,
  missing: missingRoute,
  saved: savedRoute,
  search: searchRoute,
  slug: slugRoute,
  tag: tagRoute,
} as const;
