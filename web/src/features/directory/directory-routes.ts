import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

const directory = lazyPage({
  source: 'features/directory/routes/directory-page.tsx',
  outline: 'list',
  page: () => import('./routes/directory-page.tsx').then((module) => module.DirectoryPage),
  data: () => import('./directory-data.ts').then((module) => module.directoryData.directory),
});

export const directoryRoutes: readonly RouteDefinition[] = [
  { path: '/find-a-lawyer', kind: 'reading', lazy: directory },
  { path: '/find-a-lawer', kind: 'reading', lazy: directory },
  {
    path: '/find-a-lawyer/:practice',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/directory/routes/practice-page.tsx',
      outline: 'list',
      page: () => import('./routes/practice-page.tsx').then((module) => module.PracticePage),
      data: () => import('./directory-data.ts').then((module) => module.directoryData.practice),
    }),
  },
  {
    path: '/catalogs/lawyers/order',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/directory/routes/order-page.tsx',
      outline: 'article',
      page: () => import('./routes/order-page.tsx').then((module) => module.OrderPage),
      data: () => import('./directory-data.ts').then((module) => module.directoryData.order),
    }),
  },
];
