import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

export const ordersRoutes: readonly RouteDefinition[] = [
  {
    path: '/account/orders',
    kind: 'app',
    title: 'Account',
    lazy: lazyPage({
      source: 'features/orders/routes/orders-page.tsx',
      outline: 'list',
      page: () => import('./orders-app-pages.ts').then((module) => module.pages.ordersPage()),
    }),
  },
];
