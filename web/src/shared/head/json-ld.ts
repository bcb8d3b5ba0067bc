import { absoluteUrl, type SiteConfig } from '../site/site.ts';

/** The way down to a page, for machines. */
export const breadcrumbsJson = (
  crumbs: readonly { name: string; path: string }[],
  site: SiteConfig,
): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absoluteUrl(site, path),
  })),
});
