import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

const directory = lazyPage('features/directory/routes/directory-route.ts', 'list', () =>
  import('./routes/directory-route.ts').then((module) => module.directoryRoute),
);

export const directoryRoutes: readonly RouteDefinition[] = [
  { path: '/find-a-lawyer', name: 'directory', kind: 'reading', lazy: directory },
  { path: '/find-a-lawer', name: 'directory', kind: 'reading', lazy: directory },
  {
    path: '/find-a-lawyer/:practice',
    name: 'practice',
    kind: 'reading',
    lazy: lazyPage('features/directory/routes/practice-route.ts', 'list', () =>
      import('./routes/practice-route.ts').then((module) => module.practiceRoute),
    ),
  },
  {
    path: '/catalogs/lawyers/order',
    name: 'order',
    kind: 'reading',
    lazy: lazyPage('features/directory/routes/order-route.ts', 'article', () =>
      import('./routes/order-route.ts').then((module) => module.orderRoute),
    ),
  },
];
