import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

export const paymentRoutes: readonly RouteDefinition[] = [
  {
    path: '/success',
    kind: 'app',
    title: 'Thank you for Your Purchase!',
    lazy: lazyPage({
      source: 'features/payment/routes/success-page.tsx',
      outline: 'article',
      page: () => import('./payment-app-pages.ts').then((module) => module.pages.successPage()),
    }),
  },
  {
    path: '/status/:checkout',
    kind: 'app',
    title: 'Your purchase',
    lazy: lazyPage({
      source: 'features/payment/routes/status-page.tsx',
      outline: 'article',
      page: () => import('./payment-app-pages.ts').then((module) => module.pages.statusPage()),
    }),
  },
];
