import {
  authorCollection,
  bookTagCollection,
  catelogCategoryCollection,
  publisherCollection,
} from '@vidhi/collections/catalog/book-lists.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { usualDiscountOf } from '@vidhi/contracts/book-offer.ts';
import type { CreateRecord } from '../kit/form-field.ts';
import { recordChoices } from '../kit/record-choices.ts';
import { resourceApi, type ResourceApi } from '../kit/resource-api.ts';
import { strapiSource, type RowOf } from '../kit/source.ts';
import type { WireOne } from '#shared/api/read.ts';

const LISTS = ['author_names', 'publishers', 'Category'] as const;

const listed = strapiSource(bookCollection, {
  populate: ['PrimaryImageId', ...LISTS],
  search: ['Title', 'SubTitle', 'ISBN'],
  fields: [
    'Title',
    'SubTitle',
    'ISBN',
    'Edition',
    'Pages',
    'Binding',
    'Type',
    'Price',
    'ShortDescription',
    'discount',
    'usual_discount',
    'offer_discount',
    'discount_from',
    'discount_to',
    'is_hidden',
    'updatedAt',
  ],
});
/** A book in lists, as the content API has it for staff. */
export type BookRow = RowOf<typeof listed>;

const whole = strapiSource(bookCollection, {
  populate: ['PrimaryImageId', 'SecondaryImageIds', 'PropertyList1', ...LISTS],
});

export const bookApi = resourceApi<BookRow>('books', {
  ...whole,
  list: listed.list,
  toRow: (body, etag) => {
    const row = (whole.toRow?.(body, etag) ?? body) as BookRow;
    return { ...row, usual_discount: usualDiscountOf(row) || null };
  },
});

/** A list of names that books refer to: its rows as choices, and a hook that creates one. */
function namedList<
  Attribute extends 'name' | 'AuthorName',
  Row extends { id: number } & { [K in Attribute]?: string | null },
>(api: ResourceApi<Row>, attribute: Attribute) {
  const create: CreateRecord = () => {
    // Called by the field while it renders.
    const writes = api.useWrites();
    return async (name) => {
      const { data, error } = await writes.create({ [attribute]: name });
      return error === undefined ? ((data as WireOne<object>).data?.id ?? null) : null;
    };
  };
  const nameOf = (row: Row): string => row[attribute] ?? '';
  return {
    api,
    choices: recordChoices(api, attribute, (row) => row[attribute] ?? `#${row.id}`),
    create,
    nameOf,
    namesOf: (rows: readonly Row[] = []): string => rows.map(nameOf).join(', '),
  };
}

export const AUTHORS = namedList(
  resourceApi('authors', strapiSource(authorCollection, { search: ['AuthorName'] })),
  'AuthorName',
);
export const PUBLISHERS = namedList(
  resourceApi('publishers', strapiSource(publisherCollection, { search: ['name'] })),
  'name',
);
export const CATEGORIES = namedList(
  resourceApi('catelog-categories', strapiSource(catelogCategoryCollection, { search: ['name'] })),
  'name',
);
export const TAGS = namedList(
  resourceApi('book-tags', strapiSource(bookTagCollection, { search: ['name'] })),
  'name',
);
