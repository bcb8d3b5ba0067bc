import { pagesOf } from '#shared/routing/define-page.ts';
import type { Reader, RouteDefinition, RouteParams } from '#shared/routing/route.ts';

const definePage = pagesOf('catalog');

const PAYMENT = {
  kind: 'app',
  allowsPayment: true,
  shell: { title: 'Confirm or contact' },
  exists: async (params: RouteParams, read: Reader) =>
    (await import('./item/load-item.ts')).itemExists(params, read),
  file: 'payment-page',
  page: () => import('./routes/payment-page.tsx').then((module) => module.PaymentPage),
} as const;

export const catalogAppPages: readonly RouteDefinition[] = [
  definePage({ ...PAYMENT, path: '/payment/:store/:id/:slug' }),
  definePage({ ...PAYMENT, path: '/payment2/:store/:id/:slug' }),
];
