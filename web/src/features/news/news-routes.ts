import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

export const lazyNotFoundPage = lazyPage({
  source: 'features/news/routes/not-found-page.tsx',
  outline: 'article',
  page: () => import('./routes/not-found-page.tsx').then((module) => module.NotFoundPage),
  data: () => import('./news-data.ts').then((module) => module.newsData.notFound),
});

export const newsRoutes: readonly RouteDefinition[] = [
  {
    path: '/',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/news/routes/home-page.tsx',
      outline: 'front',
      page: () => import('./routes/home-page.tsx').then((module) => module.HomePage),
      data: () => import('./news-data.ts').then((module) => module.newsData.home),
    }),
  },
  {
    path: '/search',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/news/routes/search-page.tsx',
      outline: 'list',
      page: () => import('./routes/search-page.tsx').then((module) => module.SearchPage),
      data: () => import('./news-data.ts').then((module) => module.newsData.search),
    }),
  },
  {
    path: '/news/:catslug',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/news/routes/category-page.tsx',
      outline: 'list',
      page: () => import('./routes/category-page.tsx').then((module) => module.CategoryPage),
      data: () => import('./news-data.ts').then((module) => module.newsData.category),
    }),
  },
  {
    path: '/tags/:tagslug',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/news/routes/tag-page.tsx',
      outline: 'list',
      page: () => import('./routes/tag-page.tsx').then((module) => module.TagPage),
      data: () => import('./news-data.ts').then((module) => module.newsData.tag),
    }),
  },
  {
    path: '/corrections',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/news/routes/corrections-page.tsx',
      outline: 'list',
      page: () => import('./routes/corrections-page.tsx').then((module) => module.CorrectionsPage),
      data: () => import('./news-data.ts').then((module) => module.newsData.corrections),
    }),
  },
  {
    path: '/saved',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/news/routes/saved-page.tsx',
      outline: 'list',
      page: () => import('./routes/saved-page.tsx').then((module) => module.SavedPage),
      data: () => import('./news-data.ts').then((module) => module.newsData.saved),
    }),
  },
  {
    path: '/:catslug/:newsslug',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/news/routes/article-page.tsx',
      outline: 'article',
      page: () => import('./routes/article-page.tsx').then((module) => module.CategoryArticlePage),
      data: () => import('./news-data.ts').then((module) => module.newsData.article),
    }),
  },
  {
    path: '/:newsslug',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/news/routes/article-page.tsx',
      outline: 'article',
      page: () => import('./routes/article-page.tsx').then((module) => module.SlugPage),
      data: () => import('./news-data.ts').then((module) => module.newsData.slug),
    }),
  },
  { path: '*', kind: 'reading', lazy: lazyNotFoundPage },
];
