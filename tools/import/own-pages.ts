import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { assetName } from './archive.ts';

type Documents = ReadonlyMap<string, readonly StoredDocument[]>;

/** Types whose pages have an address of one segment below a prefix, with the attribute that names it. */
const PREFIXED = [
  { uid: 'api::category.category', name: 'slug', prefix: '/news/' },
  { uid: 'api::tag.tag', name: 'slug', prefix: '/tags/' },
  { uid: 'api::hosted-page.hosted-page', name: 'name', prefix: '/' },
] as const;
const POSTS = 'api::post.post';

/** Returns the values of a text attribute, of published documents where the type has drafts. */
const namesOf = (documents: readonly StoredDocument[] = [], name: string): string[] =>
  documents.flatMap((document) => {
    const value = document[name];
    return typeof value === 'string' && value !== '' && document.publishedAt !== null
      ? [assetName(value)]
      : [];
  });

/**
 * Returns a function from the decoded path of a page of the archived site to the path that it has here; undefined for what the
 * archive has no page of. An article is found by its slug, whatever section its former address names.
 */
export function createPageFinder(documents: Documents): (path: string) => string | undefined {
  const articles = new Set(namesOf(documents.get(POSTS), 'slug'));
  const pages = new Set([
    '/',
    ...PREFIXED.flatMap(({ uid, name, prefix }) =>
      namesOf(documents.get(uid), name).map((value) => prefix + value),
    ),
  ]);
  return (address) => {
    const path = address.replace(/\/+$/, '') || '/';
    if (pages.has(path)) return encodeURI(path);
    const slug = /^(?:\/[^/]+)?\/([^/]+)$/.exec(path)?.[1];
    return slug !== undefined && articles.has(slug) ? `/${encodeURIComponent(slug)}` : undefined;
  };
}
