import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { createReadModel } from '@vidhi/content-engine';
import { openSearchIndex } from '@vidhi/content-service/search.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { buildApp } from '../../../services/news/src/app.ts';
import { newsCollections } from '../../../services/news/src/collections/news-collections.ts';
import { createPostSearch } from '../../../services/news/src/search/post-search.ts';
import { createVariantBodies } from '../../../services/news/src/picture-variants/variant-bodies.ts';
import { createSlugHistory } from '../../../services/news/src/slugs/slug-history.ts';
import { warmReads } from '../../../services/news/src/model/warm-reads.ts';
import { generatedSite } from '../news/generated-site.ts';
import { replyWithState, endWithParent, sendToParent } from './ends-with-parent.ts';
import { staticModel } from './read-only.ts';

/** The news reader on a generated model, without MongoDB and Kafka. */
const [posts = '2000', dataDir = ''] = process.argv.slice(2);
endWithParent();
const started = performance.now();
const model = createReadModel(newsCollections, { longTextDirectory: join(dataDir, 'bodies') });
for (const { collection, document } of generatedSite(Number(posts))) model.upsert(collection, document);
warmReads(model);
const loadedMs = Math.round(performance.now() - started);

const live = staticModel(model, 'news.posts=0;news.site=0;catalog.media=0;accounts.users=0');
const app = await buildApp({
  live,
  history: createSlugHistory(),
  variants: createVariantBodies(),
  // Not started: no benchmark requests the full-text search, and building its index would disturb the others.
  search: createPostSearch({ model, index: openSearchIndex(join(dataDir, 'reader.search')) }),
  verifyToken: async () => null,
  metrics: createMetrics('news'),
  publicUrl: 'http://127.0.0.1:8080',
});
await app.listen({ host: '127.0.0.1', port: 0 });
replyWithState();
sendToParent({ port: (app.server.address() as AddressInfo).port, loadedMs });
