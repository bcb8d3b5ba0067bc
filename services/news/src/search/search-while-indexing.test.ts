import { expect, it } from 'vitest';
import { createReadModel } from '@vidhi/content-engine';
import { memorySearchIndex } from '@vidhi/content-service/testing.ts';
import { aPost } from '../app-builder.ts';
import { newsCollections } from '../collections/news-collections.ts';
import { createPostSearch } from './post-search.ts';

const PAGE = { offset: 0, limit: 10 };

/** Creates a search of one post, whose index receives the post when `release` is called. */
function aHeldSearch(fillWaitMs: number) {
  const model = createReadModel(newsCollections, {});
  model.upsert('post', aPost(1, { title: 'Cheque costs' }));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const index = memorySearchIndex();
  const search = createPostSearch({
    model,
    fillWaitMs,
    index: { ...index, put: async (documents) => released.then(async () => index.put(documents)) },
  });
  return { search, started: search.start(), release };
}

it('a search waits for the index that is being filled after a start', async () => {
  const { search, started, release } = aHeldSearch(2_000_000);
  const found = search.search('cheque', PAGE);
  release();
  expect((await found).ids).toEqual([1]);
  await started;
  expect(search.isComplete()).toBe(true);
});

it('a search finds what is indexed, and says that this is not everything, when that takes too long', async () => {
  const { search, started, release } = aHeldSearch(1);
  expect((await search.search('cheque', PAGE)).ids).toEqual([]);
  expect(search.isComplete()).toBe(false);
  release();
  await started;
  expect((await search.search('cheque', PAGE)).ids).toEqual([1]);
});
