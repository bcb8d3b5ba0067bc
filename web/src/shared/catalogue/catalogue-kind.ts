import { itemSlug } from '@vidhi/contracts/item-slug.ts';

/** A kind of catalogue item, as in `/catalogs/{store}`: books, and two kinds of profile. */
export type CatalogueKind = 'books' | 'lawyers' | 'firms';

export interface CatalogueKindFacts {
  label: string;
  /** Singular, in lower case. */
  one: string;
  placeholder: string;
  about: string;
  /** Collection of the API. */
  plural: 'books' | 'lawyers';
  /** Filter of the kind: lawyers and firms are in one collection. */
  fixed: Readonly<Record<string, string>>;
}

const KIND = 'filters[SubCategory2][$eq]';

export const CATALOGUE_KINDS: Readonly<Record<CatalogueKind, CatalogueKindFacts>> = {
  books: {
    label: 'Books',
    one: 'book',
    placeholder: 'Search books',
    about: 'Law books: bare acts, commentaries and guides, by category, author, publisher and price.',
    plural: 'books',
    fixed: {},
  },
  lawyers: {
    label: 'Lawyers',
    one: 'lawyer',
    placeholder: 'Search lawyers',
    about: 'Lawyers in India by area of practice, court, language and place.',
    plural: 'lawyers',
    fixed: { [KIND]: '0' },
  },
  firms: {
    label: 'Law firms',
    one: 'law firm',
    placeholder: 'Search law firms',
    about: 'Law firms in India by area of practice, court, language and place.',
    plural: 'lawyers',
    fixed: { [KIND]: '1' },
  },
};

export const isCatalogueKind = (text: string | undefined): text is CatalogueKind =>
  text !== undefined && Object.hasOwn(CATALOGUE_KINDS, text);

export const cataloguePath = (kind: CatalogueKind): string => `/catalogs/${kind}`;

export const itemPath = (kind: CatalogueKind, { id, title }: { id: number; title: string }): string =>
  `/catalogs/${kind}/${id}/${encodeURIComponent(itemSlug(title))}`;

/** Path of the page on which a book is bought, or a lawyer or a firm contacted. */
export const paymentPath = (item: { kind: CatalogueKind; id: number; title: string }): string =>
  itemPath(item.kind, item).replace(/^\/catalogs/, '/payment');
