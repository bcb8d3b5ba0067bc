import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import type { BookValues } from '@vidhi/contracts/book-import.ts';
import { documentsOf, validateWrite, type ReadModel } from '@vidhi/content-engine';
import type { ContentWriter } from '@vidhi/content-service';
import { attributesOf, requireBefore, requireNew } from './row-values.ts';
import { pickValues, type BatchTarget } from './write-batches.ts';

/** Writes the rows of books. Authors and publishers that are missing are created. */
export function createBookTarget(
  model: ReadModel,
  writer: Pick<ContentWriter, 'create' | 'update' | 'editMade'>,
): BatchTarget<BookValues> {
  return {
    collection: bookCollection,
    missing: 'There is no such book any more',
    patchOf: (values, id) => validateWrite(model, bookCollection.name, values, 'update', { id }),
    titleOf({ id, values }) {
      const title = values.Title ?? (id === null ? '' : documentsOf(model, bookCollection).get(id)?.Title);
      return String(title ?? '');
    },
    async store(row, context) {
      const book = row.id === null ? undefined : model.get(bookCollection.name, row.id);
      // Before authors and publishers are created; compared again with what is stored.
      if (row.id === null) requireNew(model, row.values);
      else if (book !== undefined) requireBefore(model, book, row);
      const data = await attributesOf(model, row.values, book, async (collection, values) => {
        const patch = validateWrite(model, collection.name, values, 'create');
        return (await writer.create(collection, patch, context)).id;
      });
      if (row.id === null) {
        const patch = validateWrite(model, bookCollection.name, data, 'create');
        const { id } = await writer.create(bookCollection, patch, context);
        const edited = writer.editMade?.(context.request, bookCollection, id)?.rev;
        return { state: 'created', book: id, ...(edited === undefined ? {} : { edited }) };
      }
      const patch = validateWrite(model, bookCollection.name, data, 'update', { id: row.id });
      const names = Object.keys(data);
      let before: Record<string, unknown> = {};
      const stored = await writer.update(bookCollection, row.id, patch, {
        ...context,
        requireCurrent(current) {
          requireBefore(model, current, row);
          before = pickValues(current, names);
        },
      });
      return { state: 'changed', book: row.id, before, after: pickValues(stored, names) };
    },
  };
}
