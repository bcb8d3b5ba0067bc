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
  const memory = memorySearchIndex();
  const index = {
    ...memory,
    beforeMark: async (): Promise<void> => undefined,
    put: async (...args: Parameters<typeof memory.put>) => {
      await released;
      return memory.put(...args);
    },
    async mark(...args: Parameters<typeof memory.mark>) {
      await index.beforeMark();
      return memory.mark(...args);
    },
  };
  const search = createPostSearch({ model, fillWaitMs, index });
  return { search, index, started: search.start(), release };
}

it('a search waits for the index that is being filled after a start', async () => {
  const { search, started, release } = aHeldSearch(2_000_000);
  const found = search.search('cheque', PAGE);
  release();
  expect(await found).toMatchObject({ ids: [1], isComplete: true });
  await started;
});

it('a search finds what is indexed, and says that this is not everything, when that takes too long', async () => {
  const { search, index, started, release } = aHeldSearch(1);
  // The index is complete before the response is.
  index.beforeMark = async () => {
    release();
    await started;
  };
  expect(await search.search('cheque', PAGE)).toMatchObject({ ids: [], isComplete: false });
  expect(await search.search('cheque', PAGE)).toMatchObject({ ids: [1], isComplete: true });
});

it('a search says that it is incomplete while many changes are still to be indexed', async () => {
  const model = createReadModel(newsCollections, {});
  const search = createPostSearch({ model, index: memorySearchIndex() });
  await search.start();
  for (let id = 1; id <= 205; id += 1) model.upsert('post', aPost(id, { title: `Cheque ${id}` }));
  expect(await search.search('cheque', PAGE)).toMatchObject({ isComplete: false });
  expect(await search.search('cheque', PAGE)).toMatchObject({ isComplete: true, total: 205 });
});
