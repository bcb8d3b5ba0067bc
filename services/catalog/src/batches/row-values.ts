import {
  authorCollection,
  catelogCategoryCollection,
  publisherCollection,
} from '@vidhi/collections/catalog/book-lists.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import {
  BATCH_LISTS,
  BATCH_VALUES,
  nameKey,
  type BatchListName,
  type BatchValue,
  type BookValues,
} from '@vidhi/contracts/book-import.ts';
import { usualDiscountOf, type Offer } from '@vidhi/contracts/book-offer.ts';
import { WireError, validationError } from '@vidhi/contracts/errors.ts';
import { isbnKey } from '@vidhi/contracts/isbn.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { documentsOf, type Collection, type ReadModel } from '@vidhi/content-engine';
import { hasOffer } from '../books/book-offers.ts';

type Values = Readonly<Record<string, unknown>>;

/** The lists of names of a book: their collection, and the attribute of the name. */
export const NAMED_LISTS: Readonly<
  Record<BatchListName, { collection: Collection; attribute: string; one: string; isCreated: boolean }>
> = {
  author_names: { collection: authorCollection, attribute: 'AuthorName', one: 'author', isCreated: true },
  publishers: { collection: publisherCollection, attribute: 'name', one: 'publisher', isCreated: true },
  Category: { collection: catelogCategoryCollection, attribute: 'name', one: 'category', isCreated: false },
};

const isList = (name: string): name is BatchListName => BATCH_LISTS.some((list) => list === name);
const isValue = (name: string): name is BatchValue => BATCH_VALUES.some((value) => value === name);
/** A book that is not hidden may say so, or have no value. */
const textOf = (value: unknown): string =>
  value === null || value === undefined || value === false ? '' : String(value);
const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value.filter(Number.isInteger) : []);

function namesOf(model: ReadModel, name: BatchListName, ids: unknown): string[] {
  const { collection, attribute } = NAMED_LISTS[name];
  return idsOf(ids).map((id) => textOf(model.get(collection.name, id)?.[attribute]));
}

const keysOf = (names: readonly string[]): string => names.map(nameKey).toSorted().join('\n');

/** Returns the value of a book as a batch compares it. */
const presentOf = (model: ReadModel, name: string, book: StoredDocument): string =>
  isList(name)
    ? keysOf(namesOf(model, name, book[name]))
    : name === 'discount'
      ? textOf(usualDiscountOf(book as Offer) || null)
      : textOf(book[name]);

function expectedOf(name: string, before: BookValues): string {
  if (isList(name)) return keysOf(before[name] ?? []);
  if (!isValue(name)) return '';
  const value = before[name];
  return name === 'discount' && value === 0 ? '' : textOf(value);
}

/** Throws 409 where a book has another value than the one that a row is to change. */
export function requireBefore(
  model: ReadModel,
  book: StoredDocument,
  { before, values }: { before: BookValues; values: BookValues },
): void {
  const changed = Object.keys(values).filter(
    (name) => presentOf(model, name, book) !== expectedOf(name, before),
  );
  if (changed.length > 0)
    throw new WireError(
      409,
      'ConflictError',
      `Changed by somebody since the preview: ${changed.join(', ')}. Please preview again`,
    );
}

/** Throws 409 for a new book whose ISBN, or without one whose title, another book has. */
export function requireNew(model: ReadModel, { ISBN, Title }: BookValues): void {
  const key = isbnKey(textOf(ISBN));
  const title = nameKey(textOf(Title));
  const other = documentsOf(model, bookCollection)
    .list()
    .find((book) =>
      key === null ? nameKey(textOf(book.Title)) === title : isbnKey(textOf(book.ISBN)) === key,
    );
  if (other !== undefined)
    throw new WireError(
      409,
      'ConflictError',
      `Book ${other.id} has this ${key === null ? 'title' : 'ISBN'} by now. Please preview again`,
    );
}

/**
 * Resolves with the attributes to write. `create` stores a new author or publisher and resolves with its id; throws 400 for a
 * category that does not exist.
 */
export async function attributesOf(
  model: ReadModel,
  values: BookValues,
  book: StoredDocument | undefined,
  create: (collection: Collection, values: Values) => Promise<number>,
): Promise<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  for (const name of BATCH_VALUES) {
    if (!(name in values)) continue;
    const isOffered = book !== undefined && hasOffer(book);
    result[name === 'discount' && isOffered ? 'usual_discount' : name] = values[name] ?? null;
  }
  for (const name of BATCH_LISTS) {
    const names = values[name];
    if (names === undefined) continue;
    const { collection, attribute, one, isCreated } = NAMED_LISTS[name];
    const known = new Map<string, number>();
    for (const document of model.store(collection.name).order([]).documents) {
      const key = nameKey(textOf(model.get(collection.name, document.id)?.[attribute]));
      if (!known.has(key)) known.set(key, document.id);
    }
    const ids: number[] = [];
    for (const wanted of names) {
      const text = wanted.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
      const id = known.get(nameKey(text));
      if (id === undefined && !isCreated) throw validationError(`There is no ${one} “${text}”`);
      const found = id ?? (await create(collection, { [attribute]: text }));
      known.set(nameKey(text), found);
      if (!ids.includes(found)) ids.push(found);
    }
    result[name] = ids;
  }
  return result;
}
