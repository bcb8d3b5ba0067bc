import { XML_HEAD, element, xmlText } from '../xml.ts';
import type { NewsEntry, SitemapEntry } from './sitemap-entries.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const NEWS_NAMESPACE = 'http://www.google.com/schemas/sitemap-news/0.9';

const entry = (name: 'url' | 'sitemap', { url, lastModified }: SitemapEntry): string =>
  `<${name}>${element('loc', url)}${lastModified === null ? '' : element('lastmod', lastModified.toISOString())}</${name}>`;

export const toUrlSet = (entries: readonly SitemapEntry[]): string =>
  `${XML_HEAD}\n<urlset xmlns="${NAMESPACE}">\n${entries.map((each) => entry('url', each)).join('\n')}\n</urlset>\n`;

export const toIndex = (files: readonly SitemapEntry[]): string =>
  `${XML_HEAD}\n<sitemapindex xmlns="${NAMESPACE}">\n${files.map((each) => entry('sitemap', each)).join('\n')}\n</sitemapindex>\n`;

export function toNewsSitemap(entries: readonly NewsEntry[], publication: string): string {
  const items = entries.map(({ url, title, publishedAt }) =>
    [
      `<url>${element('loc', url)}<news:news>`,
      `<news:publication>${element('news:name', publication)}<news:language>en</news:language></news:publication>`,
      element('news:publication_date', publishedAt.toISOString()),
      `<news:title>${xmlText(title)}</news:title></news:news></url>`,
    ].join(''),
  );
  return `${XML_HEAD}\n<urlset xmlns="${NAMESPACE}" xmlns:news="${NEWS_NAMESPACE}">\n${items.join('\n')}\n</urlset>\n`;
}

const CLOSED = [
  ...'/api/ /account /cart /login /signup /forgot-password /reset-password'.split(' '),
  ...'/payment /payment2 /success /search /console'.split(' '),
];

/** Pages about one person's business are not for search engines. */
export const toRobots = (sitemaps: readonly string[]): string =>
  [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    ...sitemaps.map((url) => `Sitemap: ${url}`),
    '',
  ].join('\n');
