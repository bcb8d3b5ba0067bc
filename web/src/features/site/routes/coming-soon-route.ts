import { missingHead, withSite } from '#shared/head/status-heads.ts';
import type { RouteData } from '#shared/routing/route.ts';
import { comingText } from '../coming-soon-texts.ts';
import { comingPage } from '../coming-soon.ts';

export const comingSoonRoute: RouteData = {
  head: ({ path, site }) => {
    const page = comingPage(path);
    if (page === undefined) return missingHead(site);
    return {
      title: withSite(page.name, site),
      description: `${page.name} of ${site.name}: ${comingText(page.path).about}`,
      canonical: page.path,
      noindex: true,
    };
  },
};
