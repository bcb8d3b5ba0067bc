import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

export const missingPage = lazyPage('features/news/routes/missing-route.ts', 'article', () =>
  import('./routes/missing-route.ts').then((module) => module.missingRoute),
);

export const newsRoutes: readonly RouteDefinition[] = [
  {
    path: '/',
    name: 'home',
    kind: 'reading',
    lazy: lazyPage('features/news/routes/home-route.ts', 'front', () =>
      import('./routes/home-route.ts').then((module) => module.homeRoute),
    ),
  },
  {
    path: '/search',
    name: 'search',
    kind: 'reading',
    lazy: lazyPage('features/news/routes/search-route.ts', 'list', () =>
      import('./routes/search-route.ts').then((module) => module.searchRoute),
    ),
  },
  {
    path: '/news/:catslug',
    name: 'category',
    kind: 'reading',
    lazy: lazyPage('features/news/routes/category-route.ts', 'list', () =>
      import('./routes/category-route.ts').then((module) => module.categoryRoute),
    ),
  },
  {
    path: '/tags/:tagslug',
    name: 'tag',
    kind: 'reading',
    lazy: lazyPage('features/news/routes/tag-route.ts', 'list', () =>
      import('./routes/tag-route.ts').then((module) => module.tagRoute),
    ),
  },
  {
    path: '/saved',
    name: 'saved',
    kind: 'reading',
    lazy: lazyPage('features/news/routes/saved-route.ts', 'list', () =>
      import('./routes/saved-route.ts').then((module) => module.savedRoute),
    ),
  },
  {
    path: '/:catslug/:newsslug',
    name: 'article',
    kind: 'reading',
    lazy: lazyPage('features/news/routes/article-route.ts', 'article', () =>
      import('./routes/article-route.ts').then((module) => module.articleRoute),
    ),
  },
  {
    path: '/:newsslug',
    name: 'slug',
    kind: 'reading',
    lazy: lazyPage('features/news/routes/slug-route.ts', 'article', () =>
      import('./routes/slug-route.ts').then((module) => module.slugRoute),
    ),
  },
  { path: '*', name: 'missing', kind: 'reading', lazy: missingPage },
];
