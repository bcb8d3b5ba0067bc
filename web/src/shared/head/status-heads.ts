import type { SiteConfig } from '../site/site.ts';
import type { Head } from './head.ts';

export const withSite = (title: string, site: SiteConfig): string => `${title} | ${site.name}`;

/** Returns the title of one page of a list; the first page has no number. */
export const pageTitled = (title: string, page: number): string =>
  page > 1 ? `${title}, page ${page}` : title;

/** Returns the head of the shell of an app or console page. */
export const shellHead = (path: string, title: string, site: SiteConfig): Head => ({
  title: withSite(title, site),
  description: `${title} on ${site.name}.`,
  canonical: path.includes(':') ? null : path,
  noindex: true,
});

export const missingHead = (site: SiteConfig): Head => ({
  title: withSite('Page not found', site),
  description: `There is no page at this address of ${site.name}.`,
  canonical: null,
  noindex: true,
});

export const failedHead = (site: SiteConfig): Head => ({
  title: withSite('Not available just now', site),
  description: `This page of ${site.name} cannot be shown just now. Please try again in a moment.`,
  canonical: null,
  noindex: true,
});
