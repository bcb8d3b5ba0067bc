import {
  authorCollection,
  bookTagCollection,
  catelogCategoryCollection,
  publisherCollection,
} from '@vidhi/collections/catalog/book-lists.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { usualDiscountOf, type Offer } from '@vidhi/contracts/book-offer.ts';
import type { CreateRecord } from '../kit/form-field.ts';
import { recordChoices } from '../kit/record-choices.ts';
import { resourceApi, type ResourceApi } from '../kit/resource-api.ts';
import { strapiSource } from '../kit/source.ts';

interface Named {
  id: number;
  name?: string | null;
  AuthorName?: string | null;
}

/** A book as the content API has it for staff. */
export interface BookRow extends Offer {
  id: number;
  Title?: string | null;
  SubTitle?: string | null;
  ISBN?: string | null;
  Edition?: string | null;
  Pages?: number | null;
  Binding?: string | null;
  Type?: string | null;
  Price?: number | null;
  ShortDescription?: string | null;
  is_hidden?: boolean | null;
  updatedAt?: string;
  PrimaryImageId?: {
    id: number;
    url?: string;
    formats?: Readonly<Record<string, { url: string }>> | null;
  } | null;
  author_names?: readonly Named[];
  publishers?: readonly Named[];
  Category?: readonly Named[];
}

const LISTS = ['author_names', 'publishers', 'Category'];

const listed = strapiSource<BookRow>({
  plural: bookCollection.plural,
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
const whole = strapiSource<BookRow>({
  plural: bookCollection.plural,
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
function namedList(plural: string, attribute: 'name' | 'AuthorName') {
  const api: ResourceApi<Named> = resourceApi<Named>(
    plural,
    strapiSource<Named>({ plural, search: [attribute] }),
  );
  const create: CreateRecord = () => {
    // Called by the field while it renders.
    const writes = api.useWrites();
    return async (name) => {
      const { data, error } = await writes.create({ [attribute]: name });
      return error === undefined ? (data as { data: { id: number } }).data.id : null;
    };
  };
  return {
    api,
    choices: recordChoices(api, attribute, (row) => row[attribute] ?? `#${row.id}`),
    create,
    nameOf: (row: Named): string => row[attribute] ?? '',
  };
}

export const AUTHORS = namedList(authorCollection.plural, 'AuthorName');
export const PUBLISHERS = namedList(publisherCollection.plural, 'name');
export const CATEGORIES = namedList(catelogCategoryCollection.plural, 'name');
export const TAGS = namedList(bookTagCollection.plural, 'name');

export const namesOf = (rows: readonly Named[] | undefined): string =>
  (rows ?? []).map(({ name, AuthorName }) => AuthorName ?? name ?? '').join(', ');
