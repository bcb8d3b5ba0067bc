import { itemSlug } from '@vidhi/contracts/item-slug.ts';

/** The three shops of `/catalogs/{store}`: books, and the two kinds of profile. */
export type Store = 'books' | 'lawyers' | 'firms';

export interface StoreFacts {
  label: string;
  /** One thing of it, in a sentence. */
  one: string;
  placeholder: string;
  about: string;
  /** Collection that the API answers from. */
  plural: 'books' | 'lawyers';
  /** The filter that tells lawyers and firms of the one collection apart. */
  fixed: Readonly<Record<string, string>>;
}

const KIND = 'filters[SubCategory2][$eq]';

export const STORES: Readonly<Record<Store, StoreFacts>> = {
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

export const isStore = (text: string | undefined): text is Store =>
  text !== undefined && Object.hasOwn(STORES, text);

export const storePath = (store: Store): string => `/catalogs/${store}`;

export const itemPath = (store: Store, { id, title }: { id: number; title: string }): string =>
  `/catalogs/${store}/${id}/${encodeURIComponent(itemSlug(title))}`;
