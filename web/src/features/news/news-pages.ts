import { pagesOf } from '#shared/routing/define-page.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';

const definePage = pagesOf('news');

/** The page of every address that has no other one. */
export const notFoundPage = definePage({
  path: '*',
  kind: 'reading',
  file: 'not-found-page',
  page: () => import('./routes/not-found-page.tsx').then((module) => module.NotFoundPage),
  data: () => import('./news-data.ts').then((module) => module.newsData.notFound),
});

export const newsPages: readonly RouteDefinition[] = [
  definePage({
    path: '/',
    kind: 'reading',
    outline: 'front',
    file: 'home-page',
    page: () => import('./routes/home-page.tsx').then((module) => module.HomePage),
    data: () => import('./news-data.ts').then((module) => module.newsData.home),
  }),
  definePage({
    path: '/search',
    kind: 'reading',
    outline: 'list',
    file: 'search-page',
    page: () => import('./routes/search-page.tsx').then((module) => module.SearchPage),
    data: () => import('./news-data.ts').then((module) => module.newsData.search),
  }),
  definePage({
    path: '/news/:catslug',
    kind: 'reading',
    outline: 'list',
    file: 'category-page',
    page: () => import('./routes/category-page.tsx').then((module) => module.CategoryPage),
    data: () => import('./news-data.ts').then((module) => module.newsData.category),
  }),
  definePage({
    path: '/tags/:tagslug',
    kind: 'reading',
    outline: 'list',
    file: 'tag-page',
    page: () => import('./routes/tag-page.tsx').then((module) => module.TagPage),
    data: () => import('./news-data.ts').then((module) => module.newsData.tag),
  }),
  definePage({
    path: '/corrections',
    kind: 'reading',
    outline: 'list',
    file: 'corrections-page',
    page: () => import('./routes/corrections-page.tsx').then((module) => module.CorrectionsPage),
    data: () => import('./news-data.ts').then((module) => module.newsData.corrections),
  }),
  definePage({
    path: '/saved',
    kind: 'reading',
    outline: 'list',
    file: 'saved-page',
    page: () => import('./routes/saved-page.tsx').then((module) => module.SavedPage),
    data: () => import('./news-data.ts').then((module) => module.newsData.saved),
  }),
  definePage({
    path: '/:catslug/:newsslug',
    kind: 'reading',
    file: 'article-page',
    page: () => import('./routes/article-page.tsx').then((module) => module.CategoryArticlePage),
    data: () => import('./news-data.ts').then((module) => module.newsData.article),
  }),
  definePage({
    path: '/:newsslug',
    kind: 'reading',
    file: 'article-page',
    page: () => import('./routes/article-page.tsx').then((module) => module.SlugPage),
    data: () => import('./news-data.ts').then((module) => module.newsData.slug),
  }),
  notFoundPage,
];
