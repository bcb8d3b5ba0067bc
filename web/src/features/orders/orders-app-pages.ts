import { pagesOf } from '#shared/routing/define-page.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';

const definePage = pagesOf('orders');

export const ordersAppPages: readonly RouteDefinition[] = [
  definePage({
    path: '/account/orders',
    kind: 'app',
    shell: { title: 'Account' },
    outline: 'list',
    file: 'orders-page',
    page: () => import('./routes/orders-page.tsx').then((module) => module.OrdersPage),
  }),
];
