import { FAILED, FOUND, type RouteModule } from '#shared/routing/route.ts';
import { orderHead } from '../directory-head.ts';
import { loadOrder } from '../load-directory.ts';
import { OrderPage } from './order-page.tsx';

export const orderRoute: RouteModule = {
  Page: OrderPage,
  load: async ({ read }) => ((await loadOrder(read)) ? FOUND : FAILED),
  head: ({ site }) => orderHead(site),
};
