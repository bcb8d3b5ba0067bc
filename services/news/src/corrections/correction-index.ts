import { type Correction, correctionsOf } from '@vidhi/contracts/corrections.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';

/** The corrections of all articles, published or not. */
export interface CorrectionIndex {
  /** Replaces the corrections of an article; null removes it. Other collections are ignored. */
  note(collection: string, id: number, doc: StoredDocument | null): void;
  /** The newest first. */
  list(): readonly IndexedCorrection[];
}

export interface IndexedCorrection extends Correction {
  /** Id of the article. */
  post: number;
}

/** Few articles are ever corrected: they are found without a search of all. */
export function createCorrectionIndex(): CorrectionIndex {
  const byPost = new Map<number, readonly Correction[]>();
  let sorted: IndexedCorrection[] | null = null;
  return {
    note(collection, id, doc) {
      if (collection !== postCollection.name) return;
      const corrections = correctionsOf(doc ?? undefined);
      if (corrections.length === 0 && !byPost.has(id)) return;
      sorted = null;
      if (corrections.length === 0) byPost.delete(id);
      else byPost.set(id, corrections);
    },
    list() {
      sorted ??= [...byPost]
        .flatMap(([post, corrections]) => corrections.map((one) => ({ ...one, post })))
        .toSorted(
          (a, b) => Date.parse(b.corrected_at) - Date.parse(a.corrected_at) || b.post - a.post || b.id - a.id,
        );
      return sorted;
    },
  };
}
