import { lazyPage, lazyPagesOf } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

const appPage = lazyPagesOf('catalog', () => import('./catalog-app-pages.ts'));

const catalogue = lazyPage({
  source: 'features/catalog/routes/catalogue-page.tsx',
  outline: 'list',
  page: () => import('./routes/catalogue-page.tsx').then((module) => module.CataloguePage),
  data: () => import('./catalog-data.ts').then((module) => module.catalogData.catalogue),
});

const payment = appPage('payment-page');

export const catalogRoutes: readonly RouteDefinition[] = [
  { path: '/catalogs/:store', kind: 'reading', lazy: catalogue },
  { path: '/all-lawers', kind: 'reading', lazy: catalogue },
  {
    path: '/catalogs/:store/:id/:slug',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/catalog/routes/item-page.tsx',
      outline: 'article',
      page: () => import('./routes/item-page.tsx').then((module) => module.ItemPage),
      data: () => import('./catalog-data.ts').then((module) => module.catalogData.item),
    }),
  },
  ...(['/payment', '/payment2'] as const).map((first): RouteDefinition => ({
    path: `${first}/:store/:id/:slug`,
    kind: 'app',
    allowsPayment: true,
    lazy: payment,
  })),
];
