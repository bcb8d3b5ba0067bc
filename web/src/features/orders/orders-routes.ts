import { lazyPagesOf } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

const appPage = lazyPagesOf('orders', () => import('./orders-app-pages.ts'));

export const ordersRoutes: readonly RouteDefinition[] = [
  {
    path: '/account/orders',
    kind: 'app',
    lazy: appPage('orders-page', 'list'),
  },
];
