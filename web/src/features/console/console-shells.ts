import type { PageShells } from '#shared/routing/route.ts';

export const consoleShells: PageShells = {
  '/console': { title: 'Console' },
  '/console/components': { title: 'Components' },
};
