import { documentsOf, type Documents, type IndexedDocument, type ReadModel } from '@vidhi/content-engine';
import type { TextLanguage } from '@vidhi/contracts/script-language.ts';
import { languageOfPost } from '@vidhi/contracts/text-language.ts';
import { createSitemapItems, type SitemapEntry, type SitemapItems } from '@vidhi/content-service/site.ts';
import { REPLACEABLE_SEGMENTS } from '@vidhi/contracts/reserved-segments.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { hostedPageCollection } from '@vidhi/collections/news/hosted-page.ts';
import { newsAuthorCollection } from '@vidhi/collections/news/news-author.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { tagCollection } from '@vidhi/collections/news/tag.ts';
import type { SiteUrls } from './site-urls.ts';
import type { SubjectKind } from '../slugs/find-subject.ts';
import { findSlugProblem } from '../slugs/reserved-slugs.ts';

export interface NewsEntry {
  url: string;
  title: string;
  language: TextLanguage | null;
  publishedAt: Date;
}

const NEWS_ENTRIES = 1_000;
const NEWS_MS = 48 * 3_600_000;

type Posts = Documents<typeof postCollection>;

const isBlank = (text: string | null): boolean => (text ?? '').trim() === '';
const timeOf = (time: string | null): number => (time === null ? 0 : Date.parse(time));

/** Slug of its first existing category. */
function categorySlug(model: ReadModel, posts: Posts, document: IndexedDocument): string | null {
  const categories = documentsOf(model, categoryCollection);
  for (const category of posts.linked(document, 'categories', categories)) {
    const slug = categories.read(category, 'slug') ?? '';
    if (slug !== '') return slug;
  }
  return null;
}

const visible = ({ store }: Posts): IndexedDocument[] =>
  store.order([]).documents.filter(({ isPublished }) => isPublished);

/** Pages of all visible posts. */
export function postItems(model: ReadModel, urls: SiteUrls): SitemapItems {
  const posts = documentsOf(model, postCollection);
  return createSitemapItems({
    store: posts.store,
    // Imported posts may lack slug or title; they have no page.
    accepts: (document) => !isBlank(posts.read(document, 'slug')) && !isBlank(posts.read(document, 'title')),
    urlOf: (document) => urls.post(posts.read(document, 'slug') ?? '', categorySlug(model, posts, document)),
  });
}

/** Listing pages; each was last modified with the newest change of a post on it. */
export function subjectEntries(model: ReadModel, kind: SubjectKind, urls: SiteUrls): SitemapEntry[] {
  const posts = documentsOf(model, postCollection);
  const newest = new Map<number, number>();
  for (const document of visible(posts)) {
    const time = posts.time(document, 'updatedAt') ?? 0;
    for (const id of posts.read(document, kind === 'category' ? 'categories' : 'tags'))
      newest.set(id, Math.max(time, newest.get(id) ?? 0));
  }
  const subjects =
    kind === 'category'
      ? documentsOf(model, categoryCollection).list()
      : documentsOf(model, tagCollection).list();
  return subjects.flatMap(({ id, slug, updatedAt }) => {
    if (slug === null || slug === '') return [];
    const lastModified = new Date(Math.max(timeOf(updatedAt), newest.get(id) ?? 0));
    return { url: kind === 'category' ? urls.category(slug) : urls.tag(slug), lastModified };
  });
}

/** Pages of the authors with an entry and a published post; each was last modified with the newest change of one. */
export function authorEntries(model: ReadModel, urls: SiteUrls): SitemapEntry[] {
  const posts = documentsOf(model, postCollection);
  const newest = { user: new Map<number, number>(), guest_author: new Map<number, number>() };
  for (const document of visible(posts)) {
    const time = posts.time(document, 'updatedAt') ?? 0;
    for (const name of ['user', 'guest_author'] as const) {
      const id = posts.read(document, name);
      if (id !== null) newest[name].set(id, Math.max(time, newest[name].get(id) ?? 0));
    }
  }
  return documentsOf(model, newsAuthorCollection)
    .list()
    .flatMap(({ id, slug, user, updatedAt }) => {
      const time = Math.max(
        newest.guest_author.get(id) ?? 0,
        user === null ? 0 : (newest.user.get(user) ?? 0),
      );
      if (slug === null || time === 0) return [];
      return { url: urls.author(slug), lastModified: new Date(Math.max(time, timeOf(updatedAt))) };
    });
}

/** Pages that are neither posts nor lists of them; the front page changes with the posts. */
export function pageEntries(model: ReadModel, urls: SiteUrls, posts: SitemapItems): SitemapEntry[] {
  const pages = new Map<string, number>();
  for (const { name, updatedAt, is_draft: isDraft } of documentsOf(model, hostedPageCollection).list()) {
    if (name === null || isDraft === true) continue;
    if (findSlugProblem(name) !== null && !REPLACEABLE_SEGMENTS.has(name)) continue;
    if (model.findUnique(postCollection.name, 'slug', name) === undefined)
      pages.set(name, Math.max(timeOf(updatedAt), pages.get(name) ?? 0));
  }
  return [
    { url: urls.home, lastModified: posts.lastModified() },
    ...(pages.has('about') ? [] : [{ url: urls.absolute('/about'), lastModified: null }]),
    { url: urls.absolute('/contact'), lastModified: null },
    { url: urls.absolute('/corrections'), lastModified: null },
    ...[...pages].map(([name, time]) => ({ url: urls.page(name), lastModified: new Date(time) })),
  ];
}

/** Posts published in the last two days, newest first. */
export function newsEntries(model: ReadModel, urls: SiteUrls, now: number): NewsEntry[] {
  const posts = documentsOf(model, postCollection);
  const entries: (Omit<NewsEntry, 'language'> & { document: IndexedDocument })[] = [];
  for (const document of visible(posts)) {
    const time = posts.time(document, 'publish_date') || posts.time(document, 'publishedAt') || 0;
    if (time < now - NEWS_MS || time > now) continue;
    const slug = posts.read(document, 'slug') ?? '';
    const title = posts.read(document, 'title') ?? '';
    if (slug.trim() === '' || title.trim() === '') continue;
    const url = urls.post(slug, categorySlug(model, posts, document));
    entries.push({ document, url, title, publishedAt: new Date(time) });
  }
  return entries
    .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
    .slice(0, NEWS_ENTRIES)
    .map(({ document, ...entry }) => {
      const content = posts.read(document, 'content') ?? '';
      const language = posts.read(document, 'language');
      return { ...entry, language: languageOfPost({ language, title: entry.title, content }) };
    });
}
