import fastify, { type FastifyInstance } from 'fastify';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { createReadModel, type ReadModel } from '@vidhi/content-engine';
import { errorResponsePlugin } from '@vidhi/service-kit/error-responses.ts';
import { jsonBody } from '@vidhi/service-kit/json-body.ts';
import { forbidden } from '@vidhi/contracts/errors.ts';
import { contentRoutes } from '../http/content-routes.ts';
import { historyRoutes } from '../http/history-routes.ts';
import type { Revisions } from '../store/revisions.ts';
import { memoryRevisions } from './memory-revisions.ts';
import { createStoredWriter } from '../live/stored-writer.ts';
import { noteCollection, settingCollection } from './content-store-contract.ts';
import { memoryContentStore, type MemoryContentStore } from './memory-content-store.ts';
import { memoryLiveModel } from './memory-live-model.ts';

export interface EditingApp {
  app: FastifyInstance;
  store: MemoryContentStore;
  model: ReadModel;
  revisions: Revisions;
}

/** Headers of a request of a member of staff. */
export const asEditor = (id: number): { 'x-user': string } => ({ 'x-user': String(id) });

/** A service with notes and a setting, whose clients name their account in a header. Readers have none. */
export async function anEditingApp(
  store: MemoryContentStore = memoryContentStore(),
  now?: () => Date,
): Promise<EditingApp> {
  const app = fastify();
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    const { 'x-user': user } = request.headers;
    if (user !== undefined) request.principal = { userId: Number(user), role: 10, tokenVersion: 0 };
  });
  await app.register(errorResponsePlugin);
  await app.register(jsonBody);
  const model = createReadModel(
    [fileCollection, userCollection, noteCollection, settingCollection],
    now === undefined ? {} : { now: () => now().getTime() },
  );
  model.upsert('user', { id: 7, first_name: 'Meena', last_name: 'Rao' });
  model.upsert('user', { id: 8, first_name: 'Arun', last_name: 'Sen' });
  const live = memoryLiveModel(model);
  const writer = createStoredWriter({ store, live, prepare: (_collection, values) => values });
  await app.register(contentRoutes, {
    prefix: '/api',
    model,
    collections: [noteCollection, settingCollection],
    audienceOf: ({ principal }) => (principal === null ? 'public' : 'staff'),
    authorize: () => undefined,
    writer,
  });
  const revisions = memoryRevisions();
  await app.register(historyRoutes, {
    prefix: '/api',
    model,
    collections: [noteCollection, settingCollection],
    store,
    revisions,
    settle: (collection, id) => store.settle(collection, id, revisions),
    authorize({ principal }) {
      if (principal === null) throw forbidden();
    },
    ...(now === undefined ? {} : { now }),
  });
  return { app, store, model, revisions };
}
