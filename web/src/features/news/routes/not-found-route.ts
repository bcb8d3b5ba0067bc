import { missingHead } from '#shared/head/status-heads.ts';
import { NOT_FOUND, type RouteData } from '#shared/routing/route.ts';

export const notFoundRoute: RouteData = {
  load: async () => NOT_FOUND,
  head: ({ site }) => missingHead(site),
};
