import { XML_HEAD, element } from './xml.ts';

export interface SitemapEntry {
  url: string;
  /** When what is shown there last changed; null where nobody keeps track. */
  lastModified: Date | null;
}

/** More than this in one file, and search engines refuse it. */
export const FILE_ENTRIES = 50_000;

/** Entries as they are spread over files; there is one file even of none. */
export function toFiles(entries: readonly SitemapEntry[]): SitemapEntry[][] {
  const files = Math.max(1, Math.ceil(entries.length / FILE_ENTRIES));
  return Array.from({ length: files }, (_, at) => entries.slice(at * FILE_ENTRIES, (at + 1) * FILE_ENTRIES));
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const entry = (name: 'url' | 'sitemap', { url, lastModified }: SitemapEntry): string =>
  `<${name}>${element('loc', url)}${lastModified === null ? '' : element('lastmod', lastModified.toISOString())}</${name}>`;

export const toUrlSet = (entries: readonly SitemapEntry[]): string =>
  `${XML_HEAD}\n<urlset xmlns="${NAMESPACE}">\n${entries.map((each) => entry('url', each)).join('\n')}\n</urlset>\n`;

export const toIndex = (files: readonly SitemapEntry[]): string =>
  `${XML_HEAD}\n<sitemapindex xmlns="${NAMESPACE}">\n${files.map((each) => entry('sitemap', each)).join('\n')}\n</sitemapindex>\n`;

export function newestOf(entries: readonly SitemapEntry[]): Date | null {
  let time = 0;
  for (const { lastModified } of entries) time = Math.max(time, lastModified?.getTime() ?? 0);
  return time === 0 ? null : new Date(time);
}
