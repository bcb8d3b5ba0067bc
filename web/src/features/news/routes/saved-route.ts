import { withSite } from '#shared/head/status-heads.ts';
import type { RouteData } from '#shared/routing/route.ts';

export const savedRoute: RouteData = {
  head: ({ path, site }) => ({
    title: withSite('Saved for later', site),
    description: `Articles of ${site.name} that you have saved.`,
    canonical: path,
    noindex: true,
  }),
};
