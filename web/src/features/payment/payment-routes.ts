import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

export const paymentRoutes: readonly RouteDefinition[] = [
  {
    path: '/success',
    name: 'success',
    kind: 'app',
    title: 'Thank you for Your Purchase!',
    lazy: lazyPage({
      source: 'features/payment/routes/success-page.tsx',
      outline: 'article',
      page: () => import('./routes/success-page.tsx').then((module) => module.SuccessPage),
    }),
  },
  {
    path: '/status/:checkout',
    name: 'purchase-status',
    kind: 'app',
    title: 'Your purchase',
    lazy: lazyPage({
      source: 'features/payment/routes/status-page.tsx',
      outline: 'article',
      page: () => import('./routes/status-page.tsx').then((module) => module.StatusPage),
    }),
  },
];
