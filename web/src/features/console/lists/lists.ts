import {
  authorCollection,
  bookTagCollection,
  catelogCategoryCollection,
  publisherCollection,
} from '@vidhi/collections/catalog/book-lists.ts';
import {
  cityCollection,
  countryStateCollection,
  stateDistrictCollection,
} from '@vidhi/collections/catalog/places.ts';
import {
  courtCollection,
  languageCollection,
  specializationCollection,
  typeOfCourtCollection,
} from '@vidhi/collections/catalog/profile-lists.ts';

const OF_PROFILES = 'Profiles of lawyers and firms choose from this list.';
const OF_BOOKS = 'Books of the shop choose from this list.';

/** Lists of names that profiles and books refer to, by their plural names in the API, in the order of the pages. */
export const LISTS = {
  specializations: {
    collection: specializationCollection,
    attribute: 'name',
    desk: 'directory',
    one: 'Practice area',
    many: 'Practice areas',
    hint: OF_PROFILES,
  },
  courts: {
    collection: courtCollection,
    attribute: 'name',
    desk: 'directory',
    one: 'Court',
    many: 'Courts',
    hint: 'Profiles name the courts in which somebody appears.',
  },
  'type-of-courts': {
    collection: typeOfCourtCollection,
    attribute: 'name',
    desk: 'directory',
    one: 'Type of court',
    many: 'Types of courts',
    hint: OF_PROFILES,
  },
  languages: {
    collection: languageCollection,
    attribute: 'name',
    desk: 'directory',
    one: 'Language',
    many: 'Languages',
    hint: OF_PROFILES,
  },
  'country-states': {
    collection: countryStateCollection,
    attribute: 'name',
    desk: 'directory',
    one: 'State',
    many: 'States',
    hint: OF_PROFILES,
  },
  'state-districts': {
    collection: stateDistrictCollection,
    attribute: 'name',
    desk: 'directory',
    one: 'District',
    many: 'Districts',
    hint: OF_PROFILES,
  },
  cities: {
    collection: cityCollection,
    attribute: 'name',
    desk: 'directory',
    one: 'City',
    many: 'Cities',
    hint: OF_PROFILES,
  },
  authors: {
    collection: authorCollection,
    attribute: 'AuthorName',
    desk: 'shop',
    one: 'Book author',
    many: 'Book authors',
    hint: OF_BOOKS,
  },
  publishers: {
    collection: publisherCollection,
    attribute: 'name',
    desk: 'shop',
    one: 'Publisher',
    many: 'Publishers',
    hint: OF_BOOKS,
  },
  'catelog-categories': {
    collection: catelogCategoryCollection,
    attribute: 'name',
    desk: 'shop',
    one: 'Book category',
    many: 'Book categories',
    hint: OF_BOOKS,
  },
  'book-tags': {
    collection: bookTagCollection,
    attribute: 'name',
    desk: 'shop',
    one: 'Book tag',
    many: 'Book tags',
    hint: OF_BOOKS,
  },
} as const;
export type ListName = keyof typeof LISTS;
export type ListDesk = (typeof LISTS)[ListName]['desk'];

/** Returns the lists of a desk. */
export const listsOf = (desk: ListDesk): ListName[] =>
  (Object.keys(LISTS) as ListName[]).filter((list) => LISTS[list].desk === desk);
