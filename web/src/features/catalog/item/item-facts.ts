import { formatDay } from '../../../shared/dates.ts';
import type { BookItem, CatalogItem, ProfileItem } from './item.ts';

/** A row of the details table. */
export interface Fact {
  label: string;
  value: string;
  /** Shown with a button that copies it. */
  isCopied?: true;
}

const list = (names: readonly string[]): string => names.join(', ');
const plural = (names: readonly unknown[], one: string, more: string): string =>
  names.length === 1 ? one : more;

const bookFacts = (book: BookItem): Fact[] => [
  { label: 'ISBN', value: book.isbn, isCopied: true },
  { label: 'Edition', value: book.edition },
  { label: plural(book.publishers, 'Publisher', 'Publishers'), value: list(book.publishers) },
  { label: 'Pages', value: book.pages === null ? '' : String(book.pages) },
  { label: 'Binding', value: book.binding },
  {
    label: plural(book.categories, 'Category', 'Categories'),
    value: list(book.categories.map(({ name }) => name)),
  },
  { label: 'Type', value: book.type },
];

const profileFacts = (profile: ProfileItem): Fact[] => [
  {
    label: profile.store === 'lawyers' ? 'Practice since' : 'Established in',
    value: formatDay(profile.since),
  },
  { label: 'Areas of practice', value: list(profile.areas) },
  { label: 'Courts', value: list(profile.courts) },
  { label: 'Types of court', value: list(profile.courtTypes) },
  { label: 'Languages', value: list(profile.languages) },
  { label: plural(profile.states, 'State', 'States'), value: list(profile.states) },
  { label: plural(profile.districts, 'District', 'Districts'), value: list(profile.districts) },
  { label: plural(profile.cities, 'City', 'Cities'), value: list(profile.cities) },
];

/** What is known of an item, row by row. */
export const factsOf = (item: CatalogItem): Fact[] =>
  (item.store === 'books' ? bookFacts(item) : profileFacts(item)).filter(({ value }) => value !== '');
