import { missingHead, withSite } from '#shared/head/status-heads.ts';
import type { RouteData } from '#shared/routing/route.ts';
import { comingText } from '../coming-soon-texts.ts';
import { loadOwnText, selectOwnText } from '../own-text.ts';
import { comingPage } from '../coming-soon.ts';

export const comingSoonRoute: RouteData = {
  load: loadOwnText,
  head: ({ path, site, selectData }) => {
    const page = comingPage(path);
    if (page === undefined) return missingHead(site);
    const own = selectOwnText(path, selectData);
    if (own !== null) {
      const title = own.title || page.name;
      return {
        title: withSite(title, site),
        description: own.description || `${title} of ${site.name}.`,
        canonical: page.path,
      };
    }
    return {
      title: withSite(page.name, site),
      description: `${page.name} of ${site.name}: ${comingText(page.path).about}`,
      canonical: page.path,
      noindex: true,
    };
  },
};
