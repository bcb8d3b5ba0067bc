import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { newsOwned } from '@vidhi/collections/all.ts';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import type { Collection } from '@vidhi/content-engine';

/** Collections owned by news, in import order. */
export const ownedCollections: readonly Collection[] = newsOwned;

/** Collections with generic routes. */
export const routedCollections: readonly Collection[] = ownedCollections.filter(
  ({ ownRoutes }) => !ownRoutes,
);

/** All collections of the model: those owned by news, and copies of pictures and authors' names. */
export const newsCollections: readonly Collection[] = [...ownedCollections, fileCollection, userCollection];
