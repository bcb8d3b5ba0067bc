import type { ListBody, Name, Wire } from '@vidhi/collections/all.ts';
import { at, isNew, page, pieceOf, type Scenario } from '../scenario.ts';

/** Data for URLs of a target, read from the target itself. */
export interface CatalogFacts {
  books: number;
  profiles: number;
  bookIds: readonly string[];
  bookTitles: readonly string[];
  profileIds: readonly string[];
  categories: readonly string[];
  states: readonly string[];
  practices: readonly string[];
}

const ALL = 'populate=*';
const SIZE = 24;

const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / SIZE));

const filteredBooks = ({ categories }: CatalogFacts, n: number): string =>
  `/api/books?filters[Category][id][$in][0]=${at(categories, n)}` +
  `&filters[Price][$gt]=${500 * (n % 8)}&filters[Price][$lte]=${500 * (n % 8) + 1_000}&${ALL}&${page(1, SIZE)}`;

const foundLawyers = ({ states, practices }: CatalogFacts, n: number): string =>
  `/api/lawyers?filters[SubCategory2][$eq]=0&filters[Property1][id][$in][0]=${at(states, n)}` +
  `&filters[PropertyList1][id][$in][0]=${at(practices, Math.floor(n / states.length))}&${ALL}&${page(1, SIZE)}`;

const searchFor = (text: string): string =>
  `/api/books?filters[$or][0][Title][$search]=${text}&filters[$or][1][author_names][AuthorName][$search]=${text}` +
  `&filters[$or][2][publishers][name][$search]=${text}&${ALL}&${page(1, SIZE)}`;

/**
 * Requests of the shop's and the directory's pages, as sent by existing clients, and of our filter options.
 */
export const CATALOG_SCENARIOS: readonly Scenario<CatalogFacts>[] = [
  {
    name: 'list',
    title: 'books, populate=*',
    hot: () => `/api/books?${ALL}&${page(1, SIZE)}`,
    cold: ({ books }, n) => `/api/books?${ALL}&${page(1 + (n % pagesOf(books)), SIZE)}${isNew(n)}`,
  },
  {
    name: 'profiles',
    title: 'lawyers, populate=*',
    hot: () => `/api/lawyers?${ALL}&${page(1, SIZE)}`,
    cold: ({ profiles }, n) => `/api/lawyers?${ALL}&${page(1 + (n % pagesOf(profiles)), SIZE)}${isNew(n)}`,
  },
  {
    name: 'filtered-books',
    title: 'books by category and price',
    hot: (facts) => filteredBooks(facts, 1),
    cold: (facts, n) => `${filteredBooks(facts, n)}${isNew(n)}`,
  },
  {
    name: 'filtered-profiles',
    title: 'lawyers by state and practice',
    hot: (facts) => foundLawyers(facts, 1),
    cold: (facts, n) => `${foundLawyers(facts, n)}${isNew(n)}`,
  },
  {
    name: 'search',
    title: 'three-way search',
    hot: ({ bookTitles }) => searchFor(pieceOf(bookTitles, 1)),
    cold: ({ bookTitles }, n) => `${searchFor(pieceOf(bookTitles, n))}${isNew(n)}`,
    isSearch: true,
  },
  {
    name: 'detail',
    title: 'book by id',
    hot: ({ bookIds }) => `/api/books/${at(bookIds, 3)}?${ALL}`,
    cold: ({ bookIds }, n) => `/api/books/${at(bookIds, n)}?${ALL}${isNew(n)}`,
  },
  {
    name: 'profile',
    title: 'profile by id',
    hot: ({ profileIds }) => `/api/lawyers/${at(profileIds, 3)}?${ALL}`,
    cold: ({ profileIds }, n) => `/api/lawyers/${at(profileIds, n)}?${ALL}${isNew(n)}`,
  },
  {
    name: 'distinct',
    title: 'distinct prices',
    hot: () => '/api/books?fields=Price',
    cold: (_facts, n) => `/api/books?fields=Price${isNew(n)}`,
  },
  {
    name: 'counts',
    title: 'categories with counts',
    hot: () => `/api/catelog-categories?filters[books][id][$notNull]=true&counts=1&sort=name&${page(1, 100)}`,
    cold: (_facts, n) =>
      `/api/catelog-categories?filters[books][id][$notNull]=true&counts=1&sort=name&${page(1, 100)}${isNew(n)}`,
  },
  {
    name: 'filter-options',
    title: 'options of the directory',
    hot: () => '/api/lawyers/filter-options?kind=0',
    cold: ({ practices }, n) =>
      `/api/lawyers/filter-options?kind=${n % 2}&practice=${at(practices, n)}${isNew(n)}`,
  },
];

/** Requests that a reference application does not support, or responds to differently. */
export const OURS: ReadonlySet<string> = new Set(['distinct', 'counts', 'filter-options']);

async function list<N extends Name>(origin: string, path: string): Promise<ListBody<N>> {
  const response = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${origin}${path} responded ${response.status}`);
  return (await response.json()) as ListBody<N>;
}

const SAMPLE_PAGES = 14;
const SAMPLE_SIZE = 100;

/** Reads ids and names from a target, so that the bench runs against any site. */
export async function readCatalogFacts(origin: string): Promise<CatalogFacts> {
  const idsOf = (data: readonly { id: number }[]): string[] => data.map(({ id }) => String(id));
  async function sampled<N extends Name>(plural: string): Promise<{ data: Wire<N>[]; total: number }> {
    const of = (number: number) =>
      list<N>(origin, `/api/${plural}?fields[0]=Title&${page(number, SAMPLE_SIZE)}`);
    const first = await of(1);
    const { total } = first.meta.pagination;
    const pages = Math.ceil(total / SAMPLE_SIZE);
    const step = Math.max(1, Math.floor(pages / SAMPLE_PAGES));
    const data = [...first.data];
    for (let number = 1 + step; number <= pages; number += step) data.push(...(await of(number)).data);
    return { data, total };
  }
  const [books, profiles] = [await sampled<'book'>('books'), await sampled<'lawyer'>('lawyers')];
  const ids = async (plural: string) =>
    idsOf((await list(origin, `/api/${plural}?fields[0]=name&${page(1, SAMPLE_SIZE)}`)).data);
  return {
    books: books.total,
    profiles: profiles.total,
    bookIds: idsOf(books.data),
    bookTitles: books.data.flatMap(({ attributes: { Title } }) => Title ?? []),
    profileIds: idsOf(profiles.data),
    categories: await ids('catelog-categories'),
    states: await ids('country-states'),
    practices: await ids('specializations'),
  };
}
