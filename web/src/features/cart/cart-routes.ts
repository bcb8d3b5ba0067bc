import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

export const cartRoutes: readonly RouteDefinition[] = [
  {
    path: '/cart',
    kind: 'app',
    title: 'Cart',
    allowsPayment: true,
    lazy: lazyPage({
      source: 'features/cart/routes/cart-page.tsx',
      outline: 'article',
      page: () => import('./cart-app-pages.ts').then((module) => module.pages.cartPage()),
    }),
  },
];
