import { FAILED, FOUND, type RouteModule } from '#shared/routing/route.ts';
import { directoryHead } from '../directory-head.ts';
import { loadDirectory } from '../load-directory.ts';
import { DirectoryPage } from './directory-page.tsx';

export const directoryRoute: RouteModule = {
  Page: DirectoryPage,
  load: async ({ read }) => ((await loadDirectory(read)) ? FOUND : FAILED),
  head: ({ site }) => directoryHead(site),
};
