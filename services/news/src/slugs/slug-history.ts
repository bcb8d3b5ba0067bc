import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { plainSlug } from './plain-slug.ts';

/** Former slugs of documents, for each collection that has a slug history. */
export interface SlugHistory {
  /** Replaces the former slugs of a document; null removes the document. Other collections are ignored. */
  note(collection: string, id: number, doc: StoredDocument | null): void;
  /** Ids of documents that had this slug before, newest first. */
  find(collection: string, slug: string): readonly number[];
  /** Ids of documents that have or had a slug whose plain form is this one and differs from it, newest first. */
  findPlain(collection: string, plain: string): readonly number[];
}

const COLLECTIONS = ['post', 'category', 'tag', 'news-author'] as const;
const NONE: readonly string[] = [];

const oldSlugsOf = (doc: StoredDocument | null): readonly string[] => {
  const { old_slugs: slugs }: Partial<StoredDocument> = doc ?? {};
  return Array.isArray(slugs) ? slugs.filter((slug) => typeof slug === 'string') : NONE;
};

/** Plain forms of the slugs of a document that are not plain themselves, which are few. */
function plainFormsOf(doc: StoredDocument | null): readonly string[] {
  const { slug }: Partial<StoredDocument> = doc ?? {};
  const slugs = [...(typeof slug === 'string' ? [slug] : []), ...oldSlugsOf(doc)];
  return slugs.flatMap((text) => {
    const plain = plainSlug(text);
    return plain === text || plain === '' ? [] : [plain];
  });
}

interface SlugIndex {
  idsBySlug: Map<string, Set<number>>;
  slugsById: Map<number, readonly string[]>;
}

interface CollectionHistory {
  former: SlugIndex;
  plain: SlugIndex;
}

const emptyIndex = (): SlugIndex => ({ idsBySlug: new Map(), slugsById: new Map() });

function idsIn(index: SlugIndex | undefined, slug: string): readonly number[] {
  const ids = index?.idsBySlug.get(slug);
  return ids === undefined ? [] : [...ids].toSorted((a, b) => b - a);
}

function replaceSlugs({ idsBySlug, slugsById }: SlugIndex, id: number, slugs: readonly string[]): void {
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
    COLLECTIONS.map((name) => [name, { former: emptyIndex(), plain: emptyIndex() }]),
  );
  return {
    note(collection, id, doc) {
      const history = histories.get(collection);
      if (history === undefined) return;
      replaceSlugs(history.former, id, oldSlugsOf(doc));
      replaceSlugs(history.plain, id, plainFormsOf(doc));
    },
    find: (collection, slug) => idsIn(histories.get(collection)?.former, slug),
    findPlain: (collection, plain) => idsIn(histories.get(collection)?.plain, plain),
  };
}
