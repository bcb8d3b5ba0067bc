import type { BookAuthor, BookCategory, BookTag, Publisher, Series } from './book-lists.ts';

export type Binding = 'Hardbound' | 'Paperback' | 'Spiral bound' | 'Flexibound';
export type BookType =
  | 'Commentary'
  | 'Practice Manual'
  | 'Bare Act'
  | 'Student Text'
  | 'Reference'
  | 'Annual'
  | 'Primer';

export interface Book {
  /** Names its cover. */
  key: string;
  title: string;
  series: Series;
  authors: readonly BookAuthor[];
  publisher: Publisher;
  /** A second publisher. */
  with?: Publisher;
  categories: readonly BookCategory[];
  /** Tags for subjects, readers and features. */
  tags: readonly [subjects: readonly BookTag[], readers: readonly BookTag[], features: readonly BookTag[]];
  edition: string;
  pages: number;
  binding: Binding;
  type: BookType;
  /** The MRP in rupees. */
  price: number;
  /** Percent. */
  discount?: number;
  short: string;
  about: string;
  chapters: readonly string[];
  /** Further pictures by name. */
  gallery?: readonly string[];
}
