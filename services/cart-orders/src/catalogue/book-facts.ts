import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { type ReadModel } from '@vidhi/content-engine';
import { bookCollection } from './catalogue-collections.ts';

/** URL of a book's picture; null without one. */
export function pictureUrlOf(model: ReadModel, bookId: number): string | null {
  const picture = model.get(bookCollection.name, bookId)?.['PrimaryImageId'];
  const url = typeof picture === 'number' ? model.get(fileCollection.name, picture)?.['url'] : undefined;
  return typeof url === 'string' ? url : null;
}

/** Returns the ISBN of a book as it is written; null without one. */
export function isbnOf(model: ReadModel, bookId: number): string | null {
  const isbn = model.get(bookCollection.name, bookId)?.['ISBN'];
  return typeof isbn === 'string' && isbn !== '' ? isbn : null;
}

/** Returns the names of a book's publishers; null without one. */
export function publisherOf(model: ReadModel, bookId: number): string | null {
  const ids = model.get(bookCollection.name, bookId)?.['publishers'];
  const names = (Array.isArray(ids) ? ids : []).flatMap((id) => {
    const name = typeof id === 'number' ? model.get('publisher', id)?.['name'] : undefined;
    return typeof name === 'string' ? [name] : [];
  });
  return names.length === 0 ? null : names.join(', ');
}

/** Returns every book that is for sale, by its title and ISBN. */
export const listBooks = (model: ReadModel): { id: number; title: string; isbn: string | null }[] =>
  model.list(bookCollection.name).map(({ id, Title: title }) => ({
    id,
    title: typeof title === 'string' ? title : '',
    isbn: isbnOf(model, id),
  }));
