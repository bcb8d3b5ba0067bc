import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** Former slugs of documents, for each collection that has a slug history. */
export interface SlugHistory {
  /** Replaces the former slugs of a document; null removes the document. Other collections are ignored. */
  note(collection: string, id: number, doc: StoredDocument | null): void;
  /** Ids of documents that had this slug before, newest first. */
  find(collection: string, slug: string): readonly number[];
}

const COLLECTIONS = ['post', 'category', 'tag', 'news-author'] as const;
const NONE: readonly string[] = [];

const oldSlugsOf = (doc: StoredDocument | null): readonly string[] => {
  const { old_slugs: slugs }: Partial<StoredDocument> = doc ?? {};
  return Array.isArray(slugs) ? slugs.filter((slug) => typeof slug === 'string') : NONE;
};

interface CollectionHistory {
  idsBySlug: Map<string, Set<number>>;
  slugsById: Map<number, readonly string[]>;
}

function replaceSlugs(
  { idsBySlug, slugsById }: CollectionHistory,
  id: number,
  slugs: readonly string[],
): void {
  for (const slug of slugsById.get(id) ?? NONE) {
    const ids = idsBySlug.get(slug);
    ids?.delete(id);
    if (ids?.size === 0) idsBySlug.delete(slug);
  }
  if (slugs.length === 0) slugsById.delete(id);
  else slugsById.set(id, slugs);
  for (const slug of slugs) {
    const ids = idsBySlug.get(slug) ?? new Set();
    idsBySlug.set(slug, ids.add(id));
  }
}

export function createSlugHistory(): SlugHistory {
  const histories = new Map<string, CollectionHistory>(
    COLLECTIONS.map((name) => [name, { idsBySlug: new Map(), slugsById: new Map() }]),
  );
  return {
    note(collection, id, doc) {
      const history = histories.get(collection);
      if (history !== undefined) replaceSlugs(history, id, oldSlugsOf(doc));
    },
    find(collection, slug) {
      const ids = histories.get(collection)?.idsBySlug.get(slug);
      return ids === undefined ? [] : [...ids].toSorted((a, b) => b - a);
    },
  };
}
