import { formatDay } from '#shared/text/dates.ts';
import { listPath, type FilterName } from '../list-path.ts';
import type { BookItem, CatalogItem, Linked, ProfileItem } from './item.ts';

/** A row of the details table. */
export interface Fact {
  label: string;
  value: string;
  /** Whether it has a copy button. */
  isCopied?: true;
  /** Parts of the value, each a link to the books with it. */
  links?: readonly BookLink[];
}

export interface BookLink {
  name: string;
  path: string;
}

const list = (names: readonly string[]): string => names.join(', ');
const plural = (names: readonly unknown[], one: string, more: string): string =>
  names.length === 1 ? one : more;

/** Links to the list of books filtered by each value. */
export const bookLinks = (filter: FilterName, values: readonly Linked[]): BookLink[] =>
  values.map(({ id, name }) => ({
    name,
    path: listPath('books', { search: '', chosen: { [filter]: [String(id)] } }),
  }));

const linkedFact = (filter: FilterName, values: readonly Linked[], one: string, more: string): Fact => ({
  label: plural(values, one, more),
  value: list(values.map(({ name }) => name)),
  links: bookLinks(filter, values),
});

const bookFacts = (book: BookItem): Fact[] => [
  { label: 'ISBN', value: book.isbn, isCopied: true },
  { label: 'Edition', value: book.edition },
  linkedFact('publisher', book.publishers, 'Publisher', 'Publishers'),
  { label: 'Pages', value: book.pages === null ? '' : String(book.pages) },
  { label: 'Binding', value: book.binding },
  linkedFact('category', book.categories, 'Category', 'Categories'),
  { label: 'Type', value: book.type },
];

function profileFacts(profile: ProfileItem): Fact[] {
  const districts = districtsOf(profile);
  return [
    {
      label: profile.kind === 'lawyers' ? 'Practice since' : 'Established in',
      value: formatDay(profile.since),
    },
    { label: 'Areas of practice', value: list(profile.areas) },
    { label: 'Courts', value: list(profile.courts) },
    { label: 'Types of court', value: list(profile.courtTypes) },
    { label: 'Languages', value: list(profile.languages) },
    { label: plural(districts, 'District', 'Districts'), value: list(districts) },
  ];
}

/** Districts whose names are not also those of cities, which are in the line of the place. */
const districtsOf = ({ districts, cities }: ProfileItem): string[] =>
  districts.filter((district) => !cities.includes(district));

/** Cities and states of a profile, as one line. */
export const placeOf = ({ cities, states }: ProfileItem): string =>
  list([...cities, ...states.filter((state) => !cities.includes(state))]);

/**
 * The rows of the details table.
 * @param declaredAt when the owner of a profile declared its facts
 */
export const factsOf = (item: CatalogItem, declaredAt: string | null = null): Fact[] =>
  (item.kind === 'books'
    ? bookFacts(item)
    : [
        ...profileFacts(item),
        { label: 'Declared true by the owner on', value: declaredAt === null ? '' : formatDay(declaredAt) },
      ]
  ).filter(({ value }) => value !== '');
