import { fileCollection, type ReadModel } from '@vidhi/content-engine';
import { bookCollection } from './catalogue-collections.ts';

/** URL of a book's picture; null without one. */
export function pictureUrlOf(model: ReadModel, bookId: number): string | null {
  const picture = model.get(bookCollection.name, bookId)?.['PrimaryImageId'];
  const url = typeof picture === 'number' ? model.get(fileCollection.name, picture)?.['url'] : undefined;
  return typeof url === 'string' ? url : null;
}
