import { type Collection, fileCollection } from '@vidhi/content-engine';
import { userCollection } from '@vidhi/content-service';
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

/** Collections that catalog owns besides pictures, in import order. */
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

/** All collections of the model, those of other services included. */
export const catalogCollections: readonly Collection[] = [
  ...ownedCollections,
  fileCollection,
  userCollection,
  siteOptionCollection,
];
