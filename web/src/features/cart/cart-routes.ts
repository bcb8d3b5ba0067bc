import { lazyPagesOf } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

const appPage = lazyPagesOf('cart', () => import('./cart-app-pages.ts'));

export const cartRoutes: readonly RouteDefinition[] = [
  {
    path: '/cart',
    kind: 'app',
    allowsPayment: true,
    lazy: appPage('cart-page'),
  },
];
