import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** Which post an address that is no more leads to. */
export interface SlugHistory {
  note(id: number, doc: StoredDocument | null): void;
  find(slug: string): number | undefined;
}

const NONE: readonly string[] = [];

const oldSlugsOf = (doc: StoredDocument | null): readonly string[] => {
  const slugs = doc?.['old_slugs'];
  return Array.isArray(slugs) ? slugs.filter((slug) => typeof slug === 'string') : NONE;
};

export function createSlugHistory(): SlugHistory {
  const posts = new Map<string, number>();
  const noted = new Map<number, readonly string[]>();
  return {
    note(id, doc) {
      for (const slug of noted.get(id) ?? NONE) if (posts.get(slug) === id) posts.delete(slug);
      const slugs = oldSlugsOf(doc);
      if (slugs.length === 0) noted.delete(id);
      else noted.set(id, slugs);
      for (const slug of slugs) posts.set(slug, id);
    },
    find: (slug) => posts.get(slug),
  };
}
