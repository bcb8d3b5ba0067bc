import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { newsOwned } from '@vidhi/collections/all.ts';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import type { Attribute, Collection } from '../schema/collection.ts';

const isOfReference = (attribute: Attribute): boolean =>
  (attribute.audience ?? 'public') === 'public' &&
  !('private' in attribute) &&
  !('absentIfNull' in attribute);

/** Reduces a collection to what the reference has of it: no further attributes, none of them required. */
const asInReference = (collection: Collection): Collection => ({
  ...collection,
  attributes: Object.fromEntries(
    Object.entries(collection.attributes).flatMap(([name, attribute]) => {
      const { required: _, ...optional } = attribute;
      return isOfReference(attribute) ? [[name, optional]] : [];
    }),
  ),
});

/** The collections of news with those that they have relations to, for tests: attributes that are added change none of them. */
export const newsCollections: readonly Collection[] = [
  fileCollection,
  userCollection,
  ...newsOwned.filter(({ ownRoutes }) => !ownRoutes),
].map(asInReference);
