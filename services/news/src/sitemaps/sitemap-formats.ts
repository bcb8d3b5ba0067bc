import type { ScreenSegment } from '@vidhi/contracts/reserved-segments.ts';
import { element, XML_HEAD, xmlText } from '@vidhi/content-service/site.ts';
import type { NewsEntry } from './sitemap-entries.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const NEWS_NAMESPACE = 'http://www.google.com/schemas/sitemap-news/0.9';

/** @param home is listed alone when there is no news, as the schema demands one address at least. */
export function toNewsSitemap(entries: readonly NewsEntry[], publication: string, home: string): string {
  if (entries.length === 0)
    return `${XML_HEAD}\n<urlset xmlns="${NAMESPACE}">\n<url>${element('loc', home)}</url>\n</urlset>\n`;
  const items = entries.map(({ url, title, language, publishedAt }) =>
    [
      `<url>${element('loc', url)}<news:news>`,
      `<news:publication>${element('news:name', publication)}<news:language>${language ?? 'en'}</news:language></news:publication>`,
      element('news:publication_date', publishedAt.toISOString()),
      `<news:title>${xmlText(title)}</news:title></news:news></url>`,
    ].join(''),
  );
  return `${XML_HEAD}\n<urlset xmlns="${NAMESPACE}" xmlns:news="${NEWS_NAMESPACE}">\n${items.join('\n')}\n</urlset>\n`;
}

const CLOSED: readonly ScreenSegment[] = [
  'account',
  'cart',
  'login',
  'signup',
  'forgot-password',
  'reset-password',
  'payment',
  'payment2',
  'success',
  'console',
];

/**
 * Returns the patterns of robots.txt for a page and the paths below it, but not for posts with the same prefix, such as
 * `/payment-of-wages`.
 */
const closed = (segment: ScreenSegment): string[] => [`/${segment}$`, `/${segment}?`, `/${segment}/`];

/** Disallows private pages for search engines. */
export const toRobots = (sitemaps: readonly string[]): string =>
  [
    'User-agent: *',
    ...['/api/', '/search?q=', ...CLOSED.flatMap(closed)].map((path) => `Disallow: ${path}`),
    '',
    ...sitemaps.map((url) => `Sitemap: ${url}`),
    '',
  ].join('\n');

/** Files that are no pages, which cannot say by themselves that search engines are to leave them out. */
const FILES = [
  '/api/',
  '/uploads/',
  '/feed',
  '/atom.xml',
  '/sitemap',
  '/news-sitemap.xml',
  '/share-card.png',
];

/** Disallows what is no page. Pages stay allowed: only who reads one sees that search engines are to leave it out. */
export const toHiddenRobots = (): string =>
  ['User-agent: *', ...FILES.map((path) => `Disallow: ${path}`), ''].join('\n');
