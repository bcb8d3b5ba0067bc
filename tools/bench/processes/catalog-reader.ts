import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { createReadModel } from '@vidhi/content-engine';
import { authPlugin } from '@vidhi/service-kit/auth.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { catalogRoutes } from '../../../services/catalog/src/collections/catalog-routes.ts';
import { catalogCollections } from '../../../services/catalog/src/collections/catalog-collections.ts';
import { warmReads } from '../../../services/catalog/src/model/warm-reads.ts';
import { generatedCatalogue } from '../catalog/generated-catalogue.ts';
import { replyWithState, endWithParent, sendToParent } from './ends-with-parent.ts';
import { rejectWrite, staticModel } from './read-only.ts';

/** The catalog's routes on a generated model, without MongoDB and Kafka. */
const [books = '3000', profiles = '1500', dataDir = ''] = process.argv.slice(2);
endWithParent();
const started = performance.now();
const model = createReadModel(catalogCollections, { longTextDirectory: join(dataDir, 'bodies') });
for (const { collection, document } of generatedCatalogue(Number(books), Number(profiles)))
  model.upsert(collection, document);
warmReads(model);
const loadedMs = Math.round(performance.now() - started);

const app = await createServiceApp({
  name: 'catalog',
  metrics: createMetrics('catalog'),
  readiness: () => ({}),
});
await app.register(authPlugin, { verifyToken: async () => null, isCurrent: () => true });
await app.register(catalogRoutes, {
  prefix: '/api',
  live: staticModel(model, 'catalog.books=0;catalog.profiles=0;catalog.lists=0;catalog.media=0;news.site=0'),
  writer: { create: rejectWrite, update: rejectWrite, remove: rejectWrite },
  store: { find: async () => null },
  findRegistrant: async () => null,
  isRedacted: () => false,
});
await app.listen({ host: '127.0.0.1', port: 0 });
replyWithState();
sendToParent({ port: (app.server.address() as AddressInfo).port, loadedMs });
