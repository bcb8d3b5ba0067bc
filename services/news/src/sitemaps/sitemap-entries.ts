import type { CollectionStore, IndexedDocument, ReadModel } from '@vidhi/content-engine';
import type { TextLanguage } from '@vidhi/contracts/script-language.ts';
import { languageOfPost } from '@vidhi/contracts/text-language.ts';
import { createSitemapItems, type SitemapEntry, type SitemapItems } from '@vidhi/content-service/site.ts';
import { REPLACEABLE_SEGMENTS } from '@vidhi/contracts/reserved-segments.ts';
import { hostedPageCollection } from '@vidhi/collections/news/hosted-page.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import type { SiteUrls } from '../site-urls.ts';
import { findSlugProblem } from '../slugs/reserved-slugs.ts';

export interface NewsEntry {
  url: string;
  title: string;
  language: TextLanguage | null;
  publishedAt: Date;
}

const NEWS_ENTRIES = 1_000;
const NEWS_MS = 48 * 3_600_000;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads a document's attributes without its long text. */
function readerOf(store: CollectionStore) {
  return (document: IndexedDocument, name: string): unknown => {
    const column = store.schema.columnsByName.get(name);
    return column === undefined ? null : store.value(document, column);
  };
}

function timeOf(value: unknown): number {
  const time = typeof value === 'number' ? value : Date.parse(textOf(value));
  return Number.isNaN(time) ? 0 : time;
}

const linksOf = (store: CollectionStore, document: IndexedDocument, name: string): readonly number[] => {
  const relation = store.schema.relationsByName.get(name);
  return relation === undefined ? [] : (document.links[relation.link] ?? []);
};

/** Slug of its first existing category. */
function categorySlug(model: ReadModel, store: CollectionStore, document: IndexedDocument): string | null {
  const categories = model.store('category');
  for (const id of linksOf(store, document, 'categories')) {
    const category = categories.find(id);
    const slug = category === undefined ? '' : textOf(readerOf(categories)(category, 'slug'));
    if (slug !== '') return slug;
  }
  return null;
}

const visiblePosts = (model: ReadModel): IndexedDocument[] =>
  model
    .store(postCollection.name)
    .order([])
    .documents.filter(({ isPublished }) => isPublished);

/** Pages of all visible posts. */
export function postItems(model: ReadModel, urls: SiteUrls): SitemapItems {
  const store = model.store(postCollection.name);
  const read = readerOf(store);
  return createSitemapItems({
    store,
    // Imported posts may lack slug or title; they have no page.
    accepts: (document) =>
      textOf(read(document, 'slug')).trim() !== '' && textOf(read(document, 'title')).trim() !== '',
    urlOf: (document) => urls.post(textOf(read(document, 'slug')), categorySlug(model, store, document)),
  });
}

/** Listing pages; each was last modified with the newest change of a post on it. */
export function subjectEntries(model: ReadModel, kind: 'category' | 'tag', urls: SiteUrls): SitemapEntry[] {
  const posts = model.store(postCollection.name);
  const readPost = readerOf(posts);
  const newest = new Map<number, number>();
  for (const document of visiblePosts(model)) {
    const time = timeOf(readPost(document, 'updatedAt'));
    for (const id of linksOf(posts, document, kind === 'category' ? 'categories' : 'tags'))
      newest.set(id, Math.max(time, newest.get(id) ?? 0));
  }
  return model.list(kind).flatMap(({ id, slug, updatedAt }) => {
    if (typeof slug !== 'string' || slug === '') return [];
    const lastModified = new Date(Math.max(timeOf(updatedAt), newest.get(id) ?? 0));
    return { url: kind === 'category' ? urls.category(slug) : urls.tag(slug), lastModified };
  });
}

/** Pages that are neither posts nor lists of them; the front page changes with the posts. */
export function pageEntries(model: ReadModel, urls: SiteUrls, posts: SitemapItems): SitemapEntry[] {
  const pages = new Map<string, number>();
  for (const { name, updatedAt, is_draft: isDraft } of model.list(hostedPageCollection.name)) {
    if (typeof name !== 'string' || isDraft === true) continue;
    if (findSlugProblem(name) !== null && !REPLACEABLE_SEGMENTS.has(name)) continue;
    if (model.findUnique(postCollection.name, 'slug', name) === undefined)
      pages.set(name, Math.max(timeOf(updatedAt), pages.get(name) ?? 0));
  }
  return [
    { url: urls.home, lastModified: posts.lastModified() },
    ...(pages.has('about') ? [] : [{ url: urls.absolute('/about'), lastModified: null }]),
    { url: urls.absolute('/contact'), lastModified: null },
    ...[...pages].map(([name, time]) => ({ url: urls.page(name), lastModified: new Date(time) })),
  ];
}

/** Posts published in the last two days, newest first. */
export function newsEntries(model: ReadModel, urls: SiteUrls, now: number): NewsEntry[] {
  const store = model.store(postCollection.name);
  const read = readerOf(store);
  const entries: (Omit<NewsEntry, 'language'> & { document: IndexedDocument })[] = [];
  for (const document of visiblePosts(model)) {
    const time = timeOf(read(document, 'publish_date')) || timeOf(read(document, 'publishedAt'));
    if (time < now - NEWS_MS || time > now) continue;
    const slug = textOf(read(document, 'slug'));
    const title = textOf(read(document, 'title'));
    if (slug.trim() === '' || title.trim() === '') continue;
    const url = urls.post(slug, categorySlug(model, store, document));
    entries.push({ document, url, title, publishedAt: new Date(time) });
  }
  return entries
    .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
    .slice(0, NEWS_ENTRIES)
    .map(({ document, ...entry }) => {
      const content = textOf(read(document, 'content'));
      return {
        ...entry,
        language: languageOfPost({ language: read(document, 'language'), title: entry.title, content }),
      };
    });
}
