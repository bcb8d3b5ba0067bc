import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { hostedPageCollection } from '@vidhi/collections/news/hosted-page.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { SCREEN_SEGMENTS, SERVICE_SEGMENTS } from '@vidhi/contracts/reserved-segments.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { findSubject, subjectsOf } from '../slugs/find-subject.ts';
import type { SlugHistory } from '../slugs/slug-history.ts';

/** The addresses of this site's pages, as far as news knows them. */
export interface SitePaths {
  /** Whether readers see a page there. Those of other services (a book, a lawyer) count as none. */
  hasPage(path: string): boolean;
  /** Whether another part of the site responds there, so that no redirect is looked up. */
  isReserved(path: string): boolean;
  /** The present path of an article, category or tag that had this one; null for any other. */
  renamed(path: string): string | null;
}

const SCREENS: ReadonlySet<string> = new Set(SCREEN_SEGMENTS);
const SERVICES: ReadonlySet<string> = new Set(SERVICE_SEGMENTS);
const SUBJECTS: ReadonlyMap<string, 'category' | 'tag'> = new Map([
  ['news', 'category'],
  ['tags', 'tag'],
]);

const encoded = (...segments: readonly string[]): string =>
  segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');

/** @param history of the slugs of this model */
export function createSitePaths(model: ReadModel, history: SlugHistory): SitePaths {
  const posts = documentsOf(model, postCollection);
  const pages = documentsOf(model, hostedPageCollection);
  const categories = documentsOf(model, categoryCollection);

  const isPublished = (id: number | undefined): boolean =>
    id !== undefined && posts.store.find(id)?.isPublished === true;
  const hasPost = (slug: string): boolean => isPublished(posts.findUnique('slug', slug)?.id);
  const hasSubject = (kind: 'category' | 'tag', slug: string): boolean =>
    subjectsOf(model, kind)
      .list()
      .some((subject) => subject.slug === slug);
  const hasHostedPage = (name: string): boolean =>
    pages.list().some((page) => page.name === name && page.is_draft !== true);

  function hasPage(path: string): boolean {
    const [first = '', second, ...rest] = path.slice(1).split('/');
    if (rest.length > 0) return false;
    if (second === undefined) return SCREENS.has(first) || hasPost(first) || hasHostedPage(first);
    const kind = SUBJECTS.get(first);
    if (kind !== undefined) return hasSubject(kind, second);
    return !SCREENS.has(first) && hasPost(second) && hasSubject('category', first);
  }

  function renamedPost(slug: string): string | null {
    const id = history.find(postCollection.name, slug).find(isPublished);
    const post = id === undefined ? undefined : posts.get(id);
    if (typeof post?.slug !== 'string' || post.slug === slug) return null;
    const category = (post.categories ?? []).flatMap((one) => categories.get(one)?.slug ?? [])[0];
    return category === undefined ? encoded(post.slug) : encoded(category, post.slug);
  }

  return {
    hasPage,
    isReserved: (path) => SERVICES.has(path.slice(1).split('/')[0] ?? ''),
    renamed(path) {
      const [first = '', second, ...rest] = path.slice(1).split('/');
      if (rest.length > 0) return null;
      if (second === undefined) return renamedPost(first);
      const kind = SUBJECTS.get(first);
      if (kind === undefined) return renamedPost(second);
      const found = findSubject(model, history, kind, second);
      return found?.moved === true ? encoded(first, found.slug) : null;
    },
  };
}
