import { queryOf, type QueryDefinition, type WireList } from '#shared/api/read.ts';
import { SHARED_PICTURE_FIELDS } from '#shared/picture/picture.ts';
import type { SimilarArg } from '#shared/catalogue/similar.ts';
import { CATALOGUE_KINDS, type CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';
import {
  toBookItem,
  toProfileItem,
  type CatalogItem,
  type WireBook,
  type WireItem,
  type WireProfile,
} from './item.ts';

/** The parameters of an item's URL. The slug is not used to find the item; it makes other URLs other cache entries. */
export interface ItemArg {
  kind: CatalogueKind;
  id: number;
  slug: string;
}

const ONE = { 'pagination[pageSize]': 1 };
const PICTURES = {
  'populate[PrimaryImageId][fields]': SHARED_PICTURE_FIELDS,
  'populate[SecondaryImageIds][fields]': SHARED_PICTURE_FIELDS,
};

const BOOK_QUERY = {
  fields: [
    'Title',
    'SubTitle',
    'ISBN',
    'Edition',
    'Pages',
    'Binding',
    'Type',
    'Price',
    'discount',
    'Detail1',
    'ShortDescription',
  ],
  ...PICTURES,
  'populate[author_names][fields]': ['AuthorName'],
  'populate[publishers][fields]': ['name'],
  'populate[Category][fields]': ['name'],
};

const PROFILE_LISTS = [
  'PropertyList1',
  'PropertyList2',
  'PropertyList3',
  'type_of_court',
  'Property1',
  'Property2',
  'Property3',
];

/** Public fields only; those for members are in `member-facts.ts`. */
export const PROFILE_QUERY = {
  fields: ['Title', 'SubTitle', 'DisplayDate', 'Detail1'],
  ...PICTURES,
  ...Object.fromEntries(PROFILE_LISTS.map((name) => [`populate[${name}][fields]`, ['name']])),
};

/** The public facts of an item; null where there is none of the kind. */
export const itemRead: QueryDefinition<ItemArg, CatalogItem | null, WireList<WireItem>> = {
  name: 'item',
  path: ({ kind, id }) => {
    const { plural, fixed } = CATALOGUE_KINDS[kind];
    const fields = kind === 'books' ? BOOK_QUERY : PROFILE_QUERY;
    return `/${plural}?${queryOf({ 'filters[id][$eq]': id, ...fixed, ...ONE, ...fields })}`;
  },
  transform: ({ data: [entry] }, { kind }) => {
    if (entry === undefined) return null;
    return kind === 'books'
      ? toBookItem({ ...entry, attributes: entry.attributes as WireBook })
      : toProfileItem({ ...entry, attributes: entry.attributes as WireProfile }, kind);
  },
};

/** Time at which the owner of a profile declared its facts; null where they did not. */
export const declarationRead: QueryDefinition<
  number,
  string | null,
  { data: { declaredAt: string | null } }
> = {
  name: 'declaration',
  path: (id) => `/lawyers/${id}/declaration`,
  transform: ({ data: { declaredAt } }) => declaredAt,
};

/** Returns the argument of the query for similar items; null where there can be none. */
export const similarTo = (item: CatalogItem): SimilarArg | null =>
  item.kind !== 'books' || item.categories.length === 0
    ? null
    : { ids: [item.id], categories: item.categories.map(({ id }) => id) };

const ID = /^[1-9]\d{0,9}$/;

/** Returns the id in an item's URL; null where invalid. */
export const itemIdFrom = (text: string): number | null => (ID.test(text) ? Number(text) : null);
