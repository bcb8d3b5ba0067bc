import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { hostedPageCollection } from '@vidhi/collections/news/hosted-page.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import type { ShadowedPage } from '@vidhi/contracts/shadowed-pages.ts';
import { REPLACEABLE_SEGMENTS, reservedSlugOf } from '@vidhi/contracts/reserved-segments.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';

/**
 * Returns the published hosted pages that readers do not reach: their address is that of a screen, of a published article, or of a
 * newer page.
 */
export function shadowedHostedPages(model: ReadModel): ShadowedPage[] {
  const posts = documentsOf(model, postCollection);
  const newest = new Map<string, { id: number; title: string }>();
  const shown = documentsOf(model, hostedPageCollection)
    .list()
    .filter(({ name, is_draft: isDraft }) => typeof name === 'string' && isDraft !== true);
  for (const { id, name, title } of shown) {
    const key = name ?? '';
    if (id > (newest.get(key)?.id ?? 0)) newest.set(key, { id, title: title || key });
  }
  return shown.flatMap((page): ShadowedPage[] => {
    const { id } = page;
    const name = page.name ?? '';
    if (reservedSlugOf(hostedPageCollection.name, page) !== null) return [{ id, by: 'screen', other: null }];
    const post = REPLACEABLE_SEGMENTS.has(name) ? undefined : posts.findUnique('slug', name);
    if (post !== undefined && posts.store.find(post.id)?.isPublished === true)
      return [{ id, by: 'article', other: { id: post.id, title: post.title ?? '' } }];
    const other = newest.get(name);
    return other === undefined || other.id === id ? [] : [{ id, by: 'page', other }];
  });
}

/**
 * Returns the categories that readers do not reach, as another one has their address, and those below whose name a screen is, so
 * that their articles are not reached.
 */
export function shadowedCategories(model: ReadModel): ShadowedPage[] {
  const categories = documentsOf(model, categoryCollection).list();
  const first = new Map<string, { id: number; title: string }>();
  for (const { id, slug, name } of categories) {
    const known = first.get(slug ?? '');
    if (known === undefined || id < known.id) first.set(slug ?? '', { id, title: name ?? '' });
  }
  return categories.flatMap((category): ShadowedPage[] => {
    const { id } = category;
    const slug = category.slug ?? '';
    if (slug === '') return [];
    const other = first.get(slug);
    if (other !== undefined && other.id !== id) return [{ id, by: 'category', other }];
    return reservedSlugOf(categoryCollection.name, category) === null
      ? []
      : [{ id, by: 'screen', other: null }];
  });
}
