import { expect, it, vi } from 'vitest';
import { createReadModel } from '@vidhi/content-engine';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { newsCollections } from '../collections/news-collections.ts';
import { warmDeskReads, warmReads } from './warm-reads.ts';

it('builds the indexes of the search of articles at the desk before its first request, and none for visitors', () => {
  const model = createReadModel(newsCollections);
  const built = vi.spyOn(model.store(postCollection.name), 'searchIndex');
  warmReads(model);
  expect(built).not.toHaveBeenCalled();
  warmDeskReads(model);
  expect(built.mock.calls.map(([{ name }]) => name)).toEqual(['title', 'slug']);
});
