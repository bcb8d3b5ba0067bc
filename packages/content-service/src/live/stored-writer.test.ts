import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createReadModel, fileCollection } from '@vidhi/content-engine';
import { noteCollection } from '../testing/content-store-contract.ts';
import { memoryContentStore } from '../testing/memory-content-store.ts';
import { memoryLiveModel } from '../testing/memory-live-model.ts';
import { createStoredWriter } from './stored-writer.ts';

const aRequest = (): FastifyRequest => ({ headers: {} }) as FastifyRequest;

describe('the writer', () => {
  it('waits for the event of each revision of a request, and not for those of other requests', async () => {
    const awaited: string[] = [];
    const { promise: published, resolve: publish } = Promise.withResolvers<void>();
    const writer = createStoredWriter({
      store: memoryContentStore(),
      live: memoryLiveModel(createReadModel([fileCollection, noteCollection])),
      prepare: (_collection, values) => values,
      acknowledged(collection, id, rev) {
        awaited.push(`${collection.name} ${id} ${rev}`);
        return published;
      },
    });
    const context = { request: aRequest(), audience: 'staff' } as const;
    const { id } = await writer.create(noteCollection, { title: 'One' }, context);
    await writer.update(noteCollection, id, { title: 'Two' }, context);
    await writer.remove(noteCollection, id, context);
    expect(awaited).toEqual(['note 1 1', 'note 1 2', 'note 1 3']);
    await writer.acknowledged?.(aRequest());
    const order: string[] = [];
    const acknowledged = writer.acknowledged?.(context.request).then(() => order.push('acknowledged'));
    order.push('published');
    publish();
    await acknowledged;
    expect(order).toEqual(['published', 'acknowledged']);
  });

  it.each([
    ['a trace', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', true],
    ['any other text', '17 Quillfeather Lane', false],
  ])('stores the traceparent of %s in events: %s (%s)', async (_what, traceparent, isStored) => {
    const stored: (string | undefined)[] = [];
    const memory = memoryContentStore();
    const writer = createStoredWriter({
      store: {
        ...memory,
        create(collection, values, received) {
          stored.push(received);
          return memory.create(collection, values, received);
        },
      },
      live: memoryLiveModel(createReadModel([fileCollection, noteCollection])),
      prepare: (_collection, values) => values,
    });
    const request = { headers: { traceparent } } as unknown as FastifyRequest;
    await writer.create(noteCollection, { title: 'One' }, { request, audience: 'staff' });
    expect(stored).toEqual([isStored ? traceparent : undefined]);
  });
});
