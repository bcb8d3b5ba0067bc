import { articleRoute } from './routes/article-route.ts';
import { categoryRoute } from './routes/category-route.ts';
import { correctionsRoute } from './routes/corrections-route.ts';
import { homeRoute } from './routes/home-route.ts';
import { notFoundRoute } from './routes/not-found-route.ts';
import { savedRoute } from './routes/saved-route.ts';
import { searchRoute } from './routes/search-route.ts';
import { slugRoute } from './routes/slug-route.ts';
import { tagRoute } from './routes/tag-route.ts';

/** The `RouteData` of the feature's pages, in one chunk, which a rendered document does not load before a navigation. */
export const newsData = {
  article: articleRoute,
  category: categoryRoute,
  corrections: correctionsRoute,
  home: homeRoute,
  notFound: notFoundRoute,
  saved: savedRoute,
  search: searchRoute,
  slug: slugRoute,
  tag: tagRoute,
} as const;
