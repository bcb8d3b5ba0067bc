import { missingHead } from '#shared/head/status-heads.ts';
import { NOT_FOUND, type RouteModule } from '#shared/routing/route.ts';
import { MissingPage } from './missing-page.tsx';

export const missingRoute: RouteModule = {
  Page: MissingPage,
  load: async () => NOT_FOUND,
  head: ({ site }) => missingHead(site),
};
