import { lazyPagesOf } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

const appPage = lazyPagesOf('payment', () => import('./payment-app-pages.ts'));

export const paymentRoutes: readonly RouteDefinition[] = [
  {
    path: '/success',
    kind: 'app',
    lazy: appPage('success-page'),
  },
  {
    path: '/status/:checkout',
    kind: 'app',
    lazy: appPage('status-page'),
  },
  {
    path: '/order-status',
    kind: 'app',
    lazy: appPage('order-status-page'),
  },
];
