import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { createReadModel } from '@vidhi/content-engine';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { Change } from '../store/content-writes.ts';
import { noteCollection } from '../testing/content-store-contract.ts';
import { memoryContentStore } from '../testing/memory-content-store.ts';
import { memoryLiveModel } from '../testing/memory-live-model.ts';
import { createStoredWriter } from './stored-writer.ts';

const aRequest = (): FastifyRequest => ({ headers: {}, principal: null }) as unknown as FastifyRequest;

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
          stored.push(received?.traceparent);
          return memory.create(collection, values, received);
        },
      },
      live: memoryLiveModel(createReadModel([fileCollection, noteCollection])),
      prepare: (_collection, values) => values,
    });
    const request = { headers: { traceparent }, principal: null } as unknown as FastifyRequest;
    await writer.create(noteCollection, { title: 'One' }, { request, audience: 'staff' });
    expect(stored).toEqual([isStored ? traceparent : undefined]);
  });

  it('tells the store who creates, changes and removes a document', async () => {
    const changes: Change[] = [];
    const writer = createStoredWriter({
      store: memoryContentStore((change) => {
        changes.push(change);
        return [];
      }),
      live: memoryLiveModel(createReadModel([fileCollection, noteCollection])),
      prepare: (_collection, values) => values,
    });
    const principal = { userId: 7, role: ROLE.editor, tokenVersion: 0 };
    const request = { headers: {}, principal } as unknown as FastifyRequest;
    const { id } = await writer.create(noteCollection, { title: 'One' }, { request, audience: 'staff' });
    await writer.update(noteCollection, id, { title: 'Two' }, { request, audience: 'staff' });
    await writer.remove(noteCollection, id, { request, audience: 'staff' });
    const editor = { id: 7, role: ROLE.editor, via: 'api' };
    expect(changes.map(({ actor }) => actor)).toEqual([editor, editor, editor]);
  });
});
