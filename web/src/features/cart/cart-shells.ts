import type { PageShells } from '#shared/routing/route.ts';

export const cartShells: PageShells = {
  '/cart': { title: 'Cart' },
};
