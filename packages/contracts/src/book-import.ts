/** Attributes of a book with one value that an import or a change of prices writes. */
export const BATCH_VALUES = [
  'Title',
  'SubTitle',
  'ISBN',
  'Edition',
  'Pages',
  'Binding',
  'Type',
  'Price',
  'discount',
  'ShortDescription',
  'is_hidden',
] as const;
export type BatchValue = (typeof BATCH_VALUES)[number];
/** Those that are lists of names. Missing authors and publishers are created, categories are not. */
export const BATCH_LISTS = ['author_names', 'publishers', 'Category'] as const;
export type BatchListName = (typeof BATCH_LISTS)[number];

/** Hours for which a batch can be undone. */
export const UNDO_HOURS = 24;
/** Rows of one batch, and of one request. */
export const MAX_BATCH_ROWS = 20_000;
export const MAX_ROWS_PER_REQUEST = 50;

export type BookValues = Partial<Record<BatchValue, string | number | boolean | null>> &
  Partial<Record<BatchListName, readonly string[]>>;

/** One row of a batch. A row of an existing document is rejected where that has another value than `before`. */
export interface BatchRow<Values = BookValues> {
  /** Number of the row in its file. */
  row: number;
  /** Id of the document; null for a new one. */
  id: number | null;
  before: Values;
  values: Values;
}

/** Names that differ in small and capital letters and spaces alone are the same. */
export const nameKey = (name: string): string =>
  name.normalize('NFC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();
