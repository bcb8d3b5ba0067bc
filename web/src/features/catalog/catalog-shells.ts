import type { PageShells } from '#shared/routing/route.ts';

const PAYMENT = { title: 'Confirm or contact' };

export const catalogShells: PageShells = {
  '/payment/:store/:id/:slug': PAYMENT,
  '/payment2/:store/:id/:slug': PAYMENT,
};
