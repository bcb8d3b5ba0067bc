import type { PageShells } from '#shared/routing/route.ts';

export const ordersShells: PageShells = {
  '/account/orders': { title: 'Account' },
};
