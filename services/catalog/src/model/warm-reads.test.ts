import { expect, it, vi } from 'vitest';
import { createReadModel } from '@vidhi/content-engine';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { catalogCollections } from '../collections/catalog-collections.ts';
import { warmReads } from './warm-reads.ts';

it('builds the indexes of the searches of books, that of the desk too, before their first request', () => {
  const model = createReadModel(catalogCollections);
  const built = vi.spyOn(model.store(bookCollection.name), 'searchIndex');
  warmReads(model);
  expect(built.mock.calls.map(([{ name }]) => name)).toEqual(['Title', 'SubTitle', 'ISBN']);
});
