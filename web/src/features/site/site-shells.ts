import type { PageShells } from '#shared/routing/route.ts';

export const siteShells: PageShells = {
  '/confirm': { title: 'Confirm your subscription' },
  '/unsubscribe': { title: 'Unsubscribe' },
};
