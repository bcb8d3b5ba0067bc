import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

const catalogue = lazyPage('features/catalog/routes/catalogue-route.ts', 'list', () =>
  import('./routes/catalogue-route.ts').then((module) => module.catalogueRoute),
);

export const catalogRoutes: readonly RouteDefinition[] = [
  { path: '/catalogs/:store', name: 'catalogue', kind: 'reading', lazy: catalogue },
  { path: '/all-lawers', name: 'catalogue', kind: 'reading', lazy: catalogue },
  {
    path: '/catalogs/:store/:id/:slug',
    name: 'item',
    kind: 'reading',
    lazy: lazyPage('features/catalog/routes/item-route.ts', 'article', () =>
      import('./routes/item-route.ts').then((module) => module.itemRoute),
    ),
  },
];
