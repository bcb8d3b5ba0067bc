import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { catalogOwned } from '@vidhi/collections/all.ts';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import type { Collection } from '@vidhi/content-engine';
import { lawyerCollection } from './lawyer.ts';
import { siteOptionCollection } from './site-option.ts';

/** Collections that catalog owns besides pictures, in import order. */
export const ownedCollections: readonly Collection[] = catalogOwned.map((collection) =>
  collection.name === lawyerCollection.name ? lawyerCollection : collection,
);

/**
 * Collections whose removed documents can be restored: all but profiles, of which nothing stays (`withForgottenProfiles`).
 */
export const trashCollections: readonly Collection[] = ownedCollections.filter(
  (collection) => collection !== lawyerCollection,
);

/** All collections of the model, those of other services included. */
export const catalogCollections: readonly Collection[] = [
  ...ownedCollections,
  fileCollection,
  userCollection,
  siteOptionCollection,
];
