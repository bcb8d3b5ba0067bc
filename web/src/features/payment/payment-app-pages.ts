import { pagesOf } from '#shared/routing/define-page.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';

const definePage = pagesOf('payment');

export const paymentAppPages: readonly RouteDefinition[] = [
  definePage({
    path: '/success',
    kind: 'app',
    shell: { title: 'Thank you for Your Purchase!' },
    file: 'success-page',
    page: () => import('./routes/success-page.tsx').then((module) => module.SuccessPage),
  }),
  definePage({
    path: '/status/:checkout',
    kind: 'app',
    shell: { title: 'Your purchase' },
    file: 'status-page',
    page: () => import('./routes/status-page.tsx').then((module) => module.StatusPage),
  }),
  definePage({
    path: '/payment/link/:link',
    kind: 'app',
    allowsPayment: true,
    shell: { title: 'Pay for your order' },
    file: 'payment-link-page',
    page: () => import('./routes/payment-link-page.tsx').then((module) => module.PaymentLinkPage),
  }),
  definePage({
    path: '/order-status',
    kind: 'app',
    shell: { title: 'Order status' },
    file: 'order-status-page',
    page: () => import('./routes/order-status-page.tsx').then((module) => module.OrderStatusPage),
  }),
];
