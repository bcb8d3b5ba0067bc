import {
  catalogCollections,
  ownedCollections,
} from '../../services/catalog/src/collections/catalog-collections.ts';
import { newsCollections, routedCollections } from '../../services/news/src/collections/news-collections.ts';
import type { Collection } from '@vidhi/content-engine';

/** The collections that one service serves in the dialect of the reference. */
export interface Side {
  /** All collections that its responses contain. */
  readonly collections: readonly Collection[];
  /** Collections with endpoints. */
  readonly addressed: readonly Collection[];
}

/** Collections that only Vidhi has. */
const ADDED = new Set(['api::news-author.news-author']);
/** Collections of news with endpoints in the reference. */
export const referenceCollections = routedCollections.filter(({ uid }) => !ADDED.has(uid));

export const NEWS: Side = { collections: newsCollections, addressed: referenceCollections };
export const CATALOGUE: Side = { collections: catalogCollections, addressed: ownedCollections };

/** Returns the side of a case file. */
export const sideOf = (name: string): Side => (name.startsWith('catalogue') ? CATALOGUE : NEWS);

export const everyCollection: readonly Collection[] = [...NEWS.collections, ...CATALOGUE.collections];
