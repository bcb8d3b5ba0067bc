import type { TextLanguage } from '@vidhi/contracts/script-language.ts';
import { judgmentHtml, judgmentOf } from '@vidhi/contracts/judgments.ts';
import { languageOfPost } from '@vidhi/contracts/text-language.ts';
import { documentsOf, find, type Collection, type QueryObject, type ReadModel } from '@vidhi/content-engine';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { siteSettingCollection } from '@vidhi/collections/news/site-settings.ts';
import { tagCollection } from '@vidhi/collections/news/tag.ts';
import type { StoredOf } from '@vidhi/collections/stored.ts';
import { correctionsHtml, correctionsOf } from '@vidhi/contracts/corrections.ts';
import { authorNamesOf } from '../authors/find-author.ts';
import type { CroppedPictures } from '../picture-variants/variant-bodies.ts';
import { siteIdentity } from '../settings/site-options.ts';
import type { SiteUrls } from '../sitemaps/site-urls.ts';
import type { Subject } from '../slugs/find-subject.ts';
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
  /** `bytes` is 0 where the size is unknown. */
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
export type FeedSubject = { kind: 'site' } | (Subject & { slug: string });

const ITEMS = 30;
const SUMMARY_LENGTH = 280;
const SINGLE_ID = 1;
/** Posts without `publish_date` are sorted last by it; they are queried separately, by `publishedAt`. */
const DATED = { filter: { publish_date: { $notNull: 'true' } }, sort: ['publish_date:desc', 'id:desc'] };
const UNDATED = { filter: { publish_date: { $null: 'true' } }, sort: ['publishedAt:desc', 'id:desc'] };

function conditionsOf(subject: FeedSubject): QueryObject[] {
  if (subject.kind === 'site') return [];
  const slug = { slug: { $eq: subject.slug } };
  return subject.kind === 'tag'
    ? [{ tags: slug }]
    : [{ $or: [{ categories: slug }, { categories: { parent_category: slug } }] }];
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

type Post = StoredOf<typeof postCollection>;

const isBlank = (text: string | null): boolean => (text ?? '').trim() === '';

/** Returns the documents of these ids that exist. */
function existing<D extends Collection>(
  model: ReadModel,
  collection: D,
  ids: readonly (number | null)[],
): StoredOf<D>[] {
  const documents = documentsOf(model, collection);
  return ids.flatMap((id) => (id === null ? [] : (documents.get(id) ?? [])));
}

/** Returns the picture of an item, cropped as on the site. */
function pictureOf(image: StoredOf<typeof fileCollection>, urls: SiteUrls, pictures: CroppedPictures) {
  const cropped = pictures.croppedFile(image.id);
  if (cropped !== null) return { url: urls.absolute(cropped.url), mime: 'image/jpeg', bytes: 0 };
  const url = image.url ?? '';
  return url === ''
    ? null
    : {
        url: url.startsWith('/') ? urls.absolute(url) : url,
        mime: image.mime || 'image/jpeg',
        bytes: Math.round((image.size ?? 0) * 1000),
      };
}

function toItem(model: ReadModel, post: Post, urls: SiteUrls, pictures: CroppedPictures): FeedItem {
  const categories = existing(model, categoryCollection, post.categories);
  const tags = existing(model, tagCollection, post.tags);
  const [image] = existing(model, fileCollection, [post.image]);
  const slug = categories.find((category) => category.slug)?.slug ?? '';
  const title = post.title ?? '';
  const content = post.content ?? '';
  const html = content.replace(
    / src="(\/[^/"][^"]*)"/g,
    (_whole, path: string) => ` src="${urls.absolute(path)}"`,
  );
  const published = post.publish_date ?? post.publishedAt ?? '';
  const language = languageOfPost({ language: post.language, title, content });
  const notes = correctionsHtml(correctionsOf(post), {
    language: language ?? 'en',
    list: urls.absolute('/corrections'),
  });
  const [document] = existing(model, fileCollection, [post.judgment_document]);
  const judgment = judgmentOf(post, document);
  const order =
    judgment === null
      ? ''
      : judgmentHtml(judgment, { language: language ?? 'en', address: urls.absolute(judgment.url) });
  return {
    id: permanentId(postCollection.name, post.id, post.createdAt),
    url: urls.post(post.slug ?? '', slug === '' ? null : slug),
    title,
    language,
    html: html + order + notes,
    summary: summaryOf(html),
    publishedAt: new Date(published),
    updatedAt: new Date(post.updatedAt ?? published),
    authors: authorNamesOf(model, post),
    subjects: [
      ...categories.map(({ title: text, name }) => text || name || ''),
      ...tags.map(({ name }) => name ?? ''),
    ].filter((name) => name !== ''),
    picture: image === undefined ? null : pictureOf(image, urls, pictures),
  };
}

/** Returns the newest items by `publish_date`, or by `publishedAt` without one. */
function newestItems(
  model: ReadModel,
  subject: FeedSubject,
  urls: SiteUrls,
  pictures: CroppedPictures,
): FeedItem[] {
  const itemsOf = ({ filter, sort }: typeof DATED | typeof UNDATED): FeedItem[] =>
    find(model, postCollection, {
      filter: { $and: [filter, { slug: { $notNull: 'true' } }, ...conditionsOf(subject)] },
      sort,
      page: { start: 0, limit: ITEMS },
    })
      .documents.filter(({ slug, title }) => !isBlank(slug) && !isBlank(title))
      .map((post) => toItem(model, post, urls, pictures));
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
    return permanentId(`feed of ${subject.kind}`, subject.document.id, subject.document.createdAt);
  const settings = documentsOf(model, siteSettingCollection).get(SINGLE_ID);
  return permanentId('feed of site', SINGLE_ID, settings?.createdAt);
}

/** Returns name and description of a subject; empty where it has none. */
function aboutOf(subject: FeedSubject): { name: string; description: string } {
  if (subject.kind === 'site') return { name: '', description: '' };
  if (subject.kind === 'tag') return { name: subject.document.name ?? '', description: '' };
  const { title, name, description } = subject.document;
  return { name: title || name || '', description: description ?? '' };
}

/** The newest posts about a subject. */
export function makeFeed(
  model: ReadModel,
  subject: FeedSubject,
  urls: SiteUrls,
  pictures: CroppedPictures,
): Feed {
  const site = siteIdentity(model);
  const { name, description } = aboutOf(subject);
  const items = newestItems(model, subject, urls, pictures);
  const pageUrl = pageUrlOf(subject, urls);
  return {
    id: feedIdOf(model, subject),
    title: name === '' ? site.name : `${name} – ${site.name}`,
    description: description || site.description,
    publisher: site.publisher,
    pageUrl,
    baseUrl: subject.kind === 'site' ? urls.absolute('') : pageUrl,
    updatedAt: new Date(Math.max(0, ...items.map(({ updatedAt }) => updatedAt.getTime()))),
    items,
  };
}
