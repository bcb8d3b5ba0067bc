import {
  catalogCollections,
  ownedCollections,
} from '../../services/catalog/src/collections/catalog-collections.ts';
import { newsCollections, routedCollections } from '../../services/news/src/collections/news-collections.ts';
import type { Collection } from '@vidhi/content-engine';

/** What one service answers in the dialect of the reference. */
export interface Side {
  /** Everything that its answers are made of. */
  readonly collections: readonly Collection[];
  /** What is addressed. */
  readonly addressed: readonly Collection[];
}

export const NEWS: Side = { collections: newsCollections, addressed: routedCollections };
export const CATALOGUE: Side = { collections: catalogCollections, addressed: ownedCollections };

/** By the name of a file of cases. */
export const sideOf = (name: string): Side => (name.startsWith('catalogue') ? CATALOGUE : NEWS);

export const everyCollection: readonly Collection[] = [...NEWS.collections, ...CATALOGUE.collections];
