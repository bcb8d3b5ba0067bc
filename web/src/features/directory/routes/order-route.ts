import { FAILED, FOUND, type RouteData } from '#shared/routing/route.ts';
import { orderHead } from '../directory-head.ts';
import { loadOrder } from '../load-directory.ts';

export const orderRoute: RouteData = {
  load: async ({ read }) => ((await loadOrder(read)) ? FOUND : FAILED),
  head: ({ site }) => orderHead(site),
};
