import { absoluteUrl, type SiteConfig } from '../site/site.ts';

/** Breadcrumbs as a schema.org `BreadcrumbList`. */
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
