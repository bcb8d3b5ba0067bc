import { pagesOf } from '#shared/routing/define-page.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';

const definePage = pagesOf('catalog');

const CATALOGUE = {
  kind: 'reading',
  outline: 'list',
  file: 'catalogue-page',
  page: () => import('./routes/catalogue-page.tsx').then((module) => module.CataloguePage),
  data: () => import('./catalog-data.ts').then((module) => module.catalogData.catalogue),
} as const;

/** Reading pages of the feature; `catalog-app-pages.ts` has the others. */
export const catalogPages: readonly RouteDefinition[] = [
  definePage({ ...CATALOGUE, path: '/catalogs/:store' }),
  definePage({ ...CATALOGUE, path: '/all-lawers' }),
  definePage({
    path: '/catalogs/:store/:id/:slug',
    kind: 'reading',
    file: 'item-page',
    page: () => import('./routes/item-page.tsx').then((module) => module.ItemPage),
    data: () => import('./catalog-data.ts').then((module) => module.catalogData.item),
  }),
];
