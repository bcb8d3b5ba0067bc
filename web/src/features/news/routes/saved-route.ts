import { withSite } from '#shared/head/status-heads.ts';
import type { RouteModule } from '#shared/routing/route.ts';
import { SavedPage } from './saved-page.tsx';

export const savedRoute: RouteModule = {
  Page: SavedPage,
  head: ({ path, site }) => ({
    title: withSite('Saved for later', site),
    description: `Reports of ${site.name} that you have saved on this device.`,
    canonical: path,
    noindex: true,
  }),
};
