import {
  authorCollection,
  bookTagCollection,
  catelogCategoryCollection,
  publisherCollection,
} from './book-lists.ts';
import { cityCollection, countryStateCollection, stateDistrictCollection } from './places.ts';
import {
  courtCollection,
  languageCollection,
  specializationCollection,
  typeOfCourtCollection,
} from './profile-lists.ts';

/** The lists of names that profiles, books and other lists refer to, in import order. */
export const referenceLists = [
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
] as const;
