import { pagesOf } from '#shared/routing/define-page.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';

const definePage = pagesOf('cart');

export const cartAppPages: readonly RouteDefinition[] = [
  definePage({
    path: '/cart',
    kind: 'app',
    allowsPayment: true,
    shell: { title: 'Cart' },
    file: 'cart-page',
    page: () => import('./routes/cart-page.tsx').then((module) => module.CartPage),
  }),
];
