import type { HydratedQuery } from '../src/app/store.ts';
import type { Directory } from '../src/features/directory/directory.ts';
import type { ItemPage } from '../src/features/catalog/catalog-reads.ts';
import { facetArgOf } from '../src/features/catalog/facet-counts.ts';
import type { FilterOption } from '../src/features/catalog/filter-options.ts';
import { NO_FILTERS } from '../src/features/catalog/filters.ts';
import { filterNamesOf, type FilterName, type ListArg } from '../src/features/catalog/list-path.ts';
import type { BookCard, ItemCard } from '../src/shared/catalogue/item-card.ts';
import type { BookItem, ProfileItem } from '../src/features/catalog/item/item.ts';
import { similarTo } from '../src/features/catalog/item/item-reads.ts';
import type { Picture } from '#shared/picture/picture.ts';
import { aDrawing } from './kit-data.ts';

/** A cover, taller than wide. */
const COVER: Picture = {
  url: `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#1f4b7a"/><path fill="#d9d2c3" d="M90 120h420v40H90zM90 640h260v24H90z"/></svg>',
  )}`,
  width: 600,
  height: 800,
  alt: 'A cover, drawn',
};

const bookCard = (id: number, title: string, more: Partial<BookCard> = {}): BookCard => ({
  kind: 'books',
  id,
  title,
  subTitle: 'With commentary',
  authors: ['A. Rao'],
  price: { mrp: 95_050, payable: 95_050, percentOff: 0 },
  picture: COVER,
  ...more,
});

const BOOKS: readonly BookCard[] = [
  bookCard(1, 'The Working Code', { price: { mrp: 150_000, payable: 120_000, percentOff: 20 } }),
  bookCard(2, 'ज़मानत: एक सरल परिचय', { authors: ['शरद श्रोत्रिय'], subTitle: 'विधि हिन्दी माला' }),
  bookCard(3, 'Constitutionalinterpretationalmethodology in one unbreakable word', { picture: null }),
  bookCard(4, 'A Notebook', { price: null, authors: [] }),
];

export const book: BookItem = {
  kind: 'books',
  id: 1,
  title: 'The Working Code',
  subTitle: 'With commentary',
  detail: '<p>For the ordinary day in court.</p>',
  sharePicture: null,
  pictures: [
    COVER,
    { ...aDrawing, alt: 'A page of it' },
    { ...aDrawing, url: `${aDrawing.url}#3`, alt: 'Its back' },
  ],
  authors: [
    { id: 1, name: 'A. Rao' },
    { id: 2, name: 'B. Mehta' },
  ],
  publishers: [{ id: 1, name: 'Gazette Press' }],
  categories: [{ id: 5, name: 'Procedure' }],
  isbn: '9799000000608',
  edition: 'Second',
  pages: 386,
  binding: 'Paperback',
  type: 'Commentary',
  about: 'Procedure as it is.',
  price: { mrp: 150_000, payable: 120_000, percentOff: 20 },
};

export const lawyer: ProfileItem = {
  kind: 'lawyers',
  id: 2,
  title: 'Meera Iyer',
  subTitle: 'Advocate',
  detail: '',
  pictures: [aDrawing],
  sharePicture: null,
  since: '2004-08-16',
  areas: ['GST', 'Company law'],
  courts: ['High Court of Kerala'],
  courtTypes: ['High Court'],
  languages: ['English', 'Malayalam'],
  states: ['Kerala'],
  districts: ['Ernakulam'],
  cities: ['Kochi'],
};

const listOf = (kind: ListArg['kind'], more: Partial<ListArg> = {}): ListArg => ({
  kind,
  page: 1,
  ...NO_FILTERS,
  ...more,
});

/** Arguments of lists, one for each state. */
export const ITEM_LISTS = {
  books: listOf('books', { chosen: { category: ['1', '3'] }, search: 'code' }),
  lawyers: listOf('lawyers'),
  none: listOf('firms', { search: 'zzz' }),
} as const;

const PROFILES: readonly ItemCard[] = [1, 2, 3].map((id) => ({
  kind: 'lawyers',
  id,
  title: `Advocate ${id}`,
  subTitle: 'LL.M.',
  areas: ['GST', 'Company law', 'Arbitration', 'Insolvency'].slice(0, id + 1),
  cities: ['Kochi'],
  picture: id === 2 ? null : aDrawing,
}));

const options = (...labels: string[]): FilterOption[] =>
  labels.map((label, index) => ({ value: String(index + 1), label }));

const MANY = [
  'Arbitration',
  'Civil law',
  'Company law',
  'Constitution',
  'Criminal law',
  'Environment',
  'Evidence',
  'Family',
  'GST',
  'Income tax',
  'Insolvency',
  'Labour',
  'Procedure',
  'हिन्दी पुस्तकें',
];

const GROUPS: Partial<Record<FilterName, FilterOption[]>> = {
  category: options(...MANY),
  publisher: options('Gazette Press', 'Ganga Tat Vidhi Pustak'),
  price: [
    { value: '1-500', label: '₹1 – ₹500' },
    { value: '501-1000', label: '₹501 – ₹1,000' },
  ],
};

/** One publisher has no items under the selected filters. */
const COUNTS = {
  category: Object.fromEntries(MANY.map((_, index) => [String(index + 1), index % 5 === 4 ? 0 : index + 1])),
  publisher: { '1': 7, '2': 0 },
};

export const directory: Directory = {
  practices: [
    { id: 1, name: 'Civil litigation', slug: 'civil', count: 10 },
    { id: 2, name: 'Data protection and technology', slug: 'data', count: 1 },
    { id: 3, name: 'पारिवारिक मामले', slug: 'family', count: 3 },
  ],
  states: [
    { id: 1, name: 'Kerala', count: 4 },
    { id: 2, name: 'Delhi', count: 1 },
  ],
  cities: [
    { id: 1, name: 'Kochi', count: 3, state: 1 },
    { id: 2, name: 'Thiruvananthapuram', count: 1, state: 1 },
    { id: 3, name: 'New Delhi', count: 1, state: 2 },
    { id: 4, name: 'Daman', count: 1, state: null },
  ],
};

const page = (cards: readonly ItemCard[], total = cards.length): ItemPage => ({
  cards: [...cards],
  page: 1,
  pageCount: Math.max(1, Math.ceil(total / 24)),
  total,
});
const items = (arg: ListArg, value: ItemPage): HydratedQuery => ({ endpointName: 'items', arg, value });

/** Query data of the catalogue's components. */
export const catalogueQueries: readonly HydratedQuery[] = [
  items(ITEM_LISTS.books, page(BOOKS, 60)),
  items(ITEM_LISTS.lawyers, page(PROFILES)),
  items(ITEM_LISTS.none, page([])),
  { endpointName: 'facetCounts', arg: facetArgOf(ITEM_LISTS.books), value: COUNTS },
  ...filterNamesOf('books').map((name): HydratedQuery => ({
    endpointName: 'itemOptions',
    arg: { kind: 'books', name },
    value: GROUPS[name] ?? [],
  })),
  { endpointName: 'similarBooks', arg: similarTo(book), value: BOOKS.slice(1) },
];
