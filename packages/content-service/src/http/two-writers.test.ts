import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { jsonBody } from '@vidhi/service-kit/json-body.ts';
import { errorResponsePlugin } from '@vidhi/service-kit/error-responses.ts';
import { type Collection, createReadModel, type ReadModel } from '@vidhi/content-engine';
import { newsCollections } from '@vidhi/content-engine/testing.ts';
import { createStoredWriter } from '../live/stored-writer.ts';
import { memoryContentStore, type MemoryContentStore } from '../testing/memory-content-store.ts';
import { memoryLiveModel } from '../testing/memory-live-model.ts';
import { contentRoutes } from './content-routes.ts';

const collections = newsCollections.filter(({ uid }) => uid.startsWith('api::'));
const collectionOf = (name: string): Collection => {
  const found = collections.find((collection) => collection.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

/** A process of the service that consumes no events: its model has the initial documents and its own writes. */
async function openWriter(store: MemoryContentStore, model: ReadModel): Promise<FastifyInstance> {
  const app = fastify();
  app.decorateRequest('principal', null);
  await app.register(errorResponsePlugin);
  await app.register(jsonBody);
  const live = memoryLiveModel(model);
  const writer = createStoredWriter({ store, live, prepare: (_collection, values) => values });
  await app.register(contentRoutes, {
    prefix: '/api',
    model,
    collections,
    audienceOf: () => 'staff',
    authorize: () => undefined,
    writer,
  });
  return app;
}

describe('two writers of one database', () => {
  let store: MemoryContentStore;
  let writers: FastifyInstance[];

  beforeEach(async () => {
    store = memoryContentStore();
    const models = [createReadModel(newsCollections), createReadModel(newsCollections)];
    const create = async (name: string, values: object): Promise<void> => {
      const { doc } = await store.create(collectionOf(name), { ...values });
      for (const model of models) model.upsert(name, doc);
    };
    for (const id of [1, 2, 3]) await create('tag', { name: `Tag ${id}`, slug: `tag-${id}` });
    for (const id of [1, 2, 3]) await create('category', { name: `Category ${id}`, slug: `category-${id}` });
    await create('post', { title: 'Post', slug: 'post', publishedAt: '2026-10-30T00:00:00.000Z', tags: [3] });
    writers = await Promise.all(models.map((model) => openWriter(store, model)));
  });

  const find = async (name: string, id: number): Promise<StoredDocument | undefined> =>
    (await store.find(collectionOf(name), id))?.doc;
  /** Stores one body by the first writer, then the other by the second writer, whose model lacks the first write. */
  async function put(...writes: [url: string, data: object][]): Promise<void> {
    for (const [index, [url, data]] of writes.entries()) {
      const response = await writers[index]?.inject({ method: 'PUT', url, payload: { data } });
      expect(response?.statusCode).toBe(200);
    }
  }

  it('keep both links that they add to one document', async () => {
    await put(['/api/posts/1', { tags: { connect: [1] } }], ['/api/posts/1', { tags: { connect: [2] } }]);
    expect((await find('post', 1))?.['tags']).toEqual([3, 1, 2]);
  });

  it('keep the link that one adds while the other removes another', async () => {
    await put(['/api/posts/1', { tags: { connect: [1] } }], ['/api/posts/1', { tags: { disconnect: [3] } }]);
    expect((await find('post', 1))?.['tags']).toEqual([1]);
  });

  it('keep both links that they add from the side that does not store them', async () => {
    await put(
      ['/api/categories/1', { posts: { connect: [1] } }],
      ['/api/categories/2', { posts: { connect: [1] } }],
    );
    expect((await find('post', 1))?.['categories']).toEqual([1, 2]);
  });

  it('keep a parent that the other has set meanwhile', async () => {
    await put(['/api/categories/1', { children: [3] }]);
    await put(
      ['/api/categories/2', { children: [3] }],
      ['/api/categories/1', { children: { disconnect: [] } }],
    );
    expect((await find('category', 3))?.['parent_category']).toBe(2);
  });

  it('respond with the stored document, the link of the other included', async () => {
    await put(['/api/posts/1', { tags: { connect: [1] } }]);
    const response = await writers[1]?.inject({
      method: 'PUT',
      url: '/api/posts/1?fields=title&populate[tags][fields]=name',
      payload: { data: { tags: { connect: [2] } } },
    });
    expect(response?.json().data.attributes.tags.data.map(({ id }: { id: number }) => id)).toEqual([3, 1, 2]);
  });
});
