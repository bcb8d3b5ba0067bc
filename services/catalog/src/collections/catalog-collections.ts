import { fileCollection, type Collection } from '@vidhi/content-engine/schema/collection.ts';
import { userCollection } from '@vidhi/content-service/collections/user.ts';
import {
  authorCollection,
  bookTagCollection,
  catelogCategoryCollection,
  publisherCollection,
} from './book-lists.ts';
import { bookCollection } from './book.ts';
import { lawyerCollection } from './lawyer.ts';
import { cityCollection, countryStateCollection, stateDistrictCollection } from './places.ts';
import {
  courtCollection,
  languageCollection,
  specializationCollection,
  typeOfCourtCollection,
} from './profile-lists.ts';
import { siteOptionCollection } from './site-option.ts';

/** What catalog owns beside pictures, in the order in which an import puts it. */
export const ownedCollections: readonly Collection[] = [
  countryStateCollection,
  stateDistrictCollection,
  cityCollection,
  typeOfCourtCollection,
  courtCollection,
  languageCollection,
  specializationCollection,
  authorCollection,
  publisherCollection,
  catelogCategoryCollection,
  bookTagCollection,
  bookCollection,
  lawyerCollection,
];

/** Everything that answers are made of. */
export const catalogCollections: readonly Collection[] = [
  ...ownedCollections,
  fileCollection,
  userCollection,
  siteOptionCollection,
];
