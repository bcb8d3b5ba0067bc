import { FAILED, FOUND, type RouteData } from '#shared/routing/route.ts';
import { directoryHead } from '../directory-head.ts';
import { loadDirectory } from '../load-directory.ts';

export const directoryRoute: RouteData = {
  load: async ({ read }) => ((await loadDirectory(read)) ? FOUND : FAILED),
  head: ({ site }) => directoryHead(site),
};
