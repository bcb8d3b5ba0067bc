import type { TextLanguage } from '@vidhi/contracts/script-language.ts';
import { languageOfPost } from '@vidhi/contracts/text-language.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { type ReadModel, respondList } from '@vidhi/content-engine';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { siteSettingCollection } from '@vidhi/collections/news/site-settings.ts';
import { siteIdentity } from '../settings/site-options.ts';
import type { SiteUrls } from '../site-urls.ts';
import type { SubjectKind } from '../slugs/find-subject.ts';
import { permanentId } from './permanent-id.ts';

export interface FeedItem {
  /** Stable when slug, category or host change (RFC 4287, 4.2.6). */
  id: string;
  url: string;
  title: string;
  /** Null for the language of the feed. */
  language: TextLanguage | null;
  html: string;
  summary: string;
  publishedAt: Date;
  updatedAt: Date;
  authors: string[];
  subjects: string[];
  picture: { url: string; mime: string; bytes: number } | null;
}

export interface Feed {
  /** Stable, like the ids of items. */
  id: string;
  title: string;
  description: string;
  publisher: string;
  /** The page with the same content as the feed. */
  pageUrl: string;
  /** Base URL of the three formats of this feed. */
  baseUrl: string;
  updatedAt: Date;
  items: FeedItem[];
}

/** The subject of a feed: the whole site, a category with its children, or a tag. */
export type FeedSubject = { kind: 'site' } | { kind: SubjectKind; document: StoredDocument; slug: string };

interface Entity {
  id: number;
  attributes: Readonly<Record<string, unknown>>;
}

const ITEMS = 30;
const SUMMARY_LENGTH = 280;
const SINGLE_ID = 1;
const POPULATED =
  'populate[image]=true&populate[categories]=true&populate[tags]=true&populate[user]=true&filters[slug][$notNull]=true';
/** Posts without `publish_date` are sorted last by it; they are queried separately, by `publishedAt`. */
const DATED = 'filters[publish_date][$notNull]=true&sort[0]=publish_date:desc&sort[1]=id:desc';
const UNDATED = 'filters[publish_date][$null]=true&sort[0]=publishedAt:desc&sort[1]=id:desc';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function entitiesOf(value: unknown): Entity[] {
  const data = (value as { data?: unknown } | null | undefined)?.data;
  if (Array.isArray(data)) return data as Entity[];
  return data === null || data === undefined ? [] : [data as Entity];
}

function filterOf(subject: FeedSubject): string {
  if (subject.kind === 'site') return '';
  const slug = encodeURIComponent(subject.slug);
  return subject.kind === 'tag'
    ? `&filters[tags][slug][$eq]=${slug}`
    : `&filters[$or][0][categories][slug][$eq]=${slug}&filters[$or][1][categories][parent_category][slug][$eq]=${slug}`;
}

/** Returns the plain text of HTML, truncated between words. */
export function summaryOf(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= SUMMARY_LENGTH) return text;
  const cut = text.slice(0, SUMMARY_LENGTH);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), SUMMARY_LENGTH / 2))}…`;
}

function toItem({ id, attributes }: Entity, urls: SiteUrls): FeedItem {
  const categories = entitiesOf(attributes['categories']);
  const [image] = entitiesOf(attributes['image']);
  const slug = textOf(categories[0]?.attributes['slug']);
  const html = textOf(attributes['content']).replace(
    / src="(\/[^/"][^"]*)"/g,
    (_whole, path: string) => ` src="${urls.absolute(path)}"`,
  );
  const published = textOf(attributes['publish_date']) || textOf(attributes['publishedAt']);
  const url = textOf(image?.attributes['url']);
  return {
    id: permanentId(postCollection.name, id, attributes['createdAt']),
    url: urls.post(textOf(attributes['slug']), slug === '' ? null : slug),
    title: textOf(attributes['title']),
    language: languageOfPost({
      language: attributes['language'],
      title: textOf(attributes['title']),
      content: textOf(attributes['content']),
    }),
    html,
    summary: summaryOf(html),
    publishedAt: new Date(published),
    updatedAt: new Date(textOf(attributes['updatedAt']) || published),
    authors: entitiesOf(attributes['user'])
      .map(({ attributes: user }) => `${textOf(user['first_name'])} ${textOf(user['last_name'])}`.trim())
      .filter((name) => name !== ''),
    subjects: [...categories, ...entitiesOf(attributes['tags'])]
      .map(({ attributes: subject }) => textOf(subject['title']) || textOf(subject['name']))
      .filter((name) => name !== ''),
    picture:
      image === undefined || url === ''
        ? null
        : {
            url: url.startsWith('/') ? urls.absolute(url) : url,
            mime: textOf(image.attributes['mime']) || 'image/jpeg',
            bytes: Math.round(Number(image.attributes['size'] ?? 0) * 1000),
          },
  };
}

/** Returns the newest items by `publish_date`, or by `publishedAt` without one. */
function newestItems(model: ReadModel, subject: FeedSubject, urls: SiteUrls): FeedItem[] {
  const itemsOf = (query: string): FeedItem[] => {
    const raw = `${POPULATED}&${query}&pagination[pageSize]=${ITEMS}${filterOf(subject)}`;
    const response: unknown = JSON.parse(
      respondList(model, postCollection.name, raw, 'public').toString('utf8'),
    );
    return entitiesOf(response)
      .filter(({ attributes: { slug, title } }) => textOf(slug).trim() !== '' && textOf(title).trim() !== '')
      .map((entity) => toItem(entity, urls));
  };
  return [...itemsOf(DATED), ...itemsOf(UNDATED)]
    .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
    .slice(0, ITEMS);
}

function pageUrlOf(subject: FeedSubject, urls: SiteUrls): string {
  if (subject.kind === 'site') return urls.home;
  return subject.kind === 'category' ? urls.category(subject.slug) : urls.tag(subject.slug);
}

function feedIdOf(model: ReadModel, subject: FeedSubject): string {
  if (subject.kind !== 'site')
    return permanentId(`feed of ${subject.kind}`, subject.document.id, subject.document['createdAt']);
  const settings = model.get(siteSettingCollection.name, SINGLE_ID);
  return permanentId('feed of site', SINGLE_ID, settings?.['createdAt']);
}

/** The newest posts about a subject. */
export function makeFeed(model: ReadModel, subject: FeedSubject, urls: SiteUrls): Feed {
  const site = siteIdentity(model);
  const about = subject.kind === 'site' ? undefined : subject.document;
  const items = newestItems(model, subject, urls);
  const name = textOf(about?.['title']) || textOf(about?.['name']);
  const pageUrl = pageUrlOf(subject, urls);
  return {
    id: feedIdOf(model, subject),
    title: name === '' ? site.name : `${name} – ${site.name}`,
    description: textOf(about?.['description']) || site.description,
    publisher: site.publisher,
    pageUrl,
    baseUrl: subject.kind === 'site' ? urls.absolute('') : pageUrl,
    updatedAt: new Date(Math.max(0, ...items.map(({ updatedAt }) => updatedAt.getTime()))),
    items,
  };
}
