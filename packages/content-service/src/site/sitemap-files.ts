import { XML_HEAD, element } from './xml.ts';

export interface SitemapEntry {
  url: string;
  /** Time of the last change of the page; null if unknown. */
  lastModified: Date | null;
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const entry = (name: 'url' | 'sitemap', { url, lastModified }: SitemapEntry): string =>
  `<${name}>${element('loc', url)}${lastModified === null ? '' : element('lastmod', lastModified.toISOString())}</${name}>`;

/** Serializes a sitemap. */
export const toUrlSet = (entries: readonly SitemapEntry[]): string =>
  `${XML_HEAD}\n<urlset xmlns="${NAMESPACE}">\n${entries.map((each) => entry('url', each)).join('\n')}\n</urlset>\n`;

/** Serializes a sitemap index. */
export const toIndex = (files: readonly SitemapEntry[]): string =>
  `${XML_HEAD}\n<sitemapindex xmlns="${NAMESPACE}">\n${files.map((each) => entry('sitemap', each)).join('\n')}\n</sitemapindex>\n`;

/** Returns the latest modification of the entries, or null if none is known. */
export function newestOf(entries: readonly SitemapEntry[]): Date | null {
  let time = 0;
  for (const { lastModified } of entries) time = Math.max(time, lastModified?.getTime() ?? 0);
  return time === 0 ? null : new Date(time);
}
