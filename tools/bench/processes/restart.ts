import { join } from 'node:path';
import { createReadModel } from '@vidhi/content-engine';
import { createModelSnapshots, createRevisedModel } from '@vidhi/content-service/internal.ts';
import { silentLogger } from '@vidhi/messaging/kafka.ts';
import { newsCollections } from '../../../services/news/src/collections/news-collections.ts';
import { warmReads } from '../../../services/news/src/warm-reads.ts';
import { generatedSite } from '../news/generated-site.ts';

// Measures how long a reader takes to load its model from a snapshot: `restart.ts write 100000 DIR`, then
// `restart.ts read 100000 DIR`.

const [mode = 'read', posts = '2000', folder = ''] = process.argv.slice(2);
const model = createReadModel(newsCollections, { longTextDirectory: join(folder, 'bodies') });
const revised = createRevisedModel({
  model,
  accept: () => true,
  transform: (_name, doc) => doc,
  onChange: undefined,
  counters: {},
});
const snapshots = createModelSnapshots({
  path: join(folder, 'reader.snapshot'),
  rules: '1',
  model,
  revised,
  log: silentLogger,
});

const startedAt = performance.now();
const cpuAt = process.cpuUsage();
const report = (what: string): void => {
  const { user, system } = process.cpuUsage(cpuAt);
  const cpuMs = Math.round((user + system) / 1000);
  const wallMs = Math.round(performance.now() - startedAt);
  console.log(JSON.stringify({ what, wallMs, cpuMs, rssMb: Math.round(process.memoryUsage.rss() / 1e6) }));
};

if (mode === 'write') {
  for (const { collection, document } of generatedSite(Number(posts))) revised.put(collection, document, 1);
  report('generated');
  let longestMs = 0;
  let at = performance.now();
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - at);
    at = performance.now();
  }, 1);
  snapshots.start(() => ({ positions: new Map([['news.posts', 1n]]), clusterId: null, freshAt: Date.now() }));
  await snapshots.close();
  clearInterval(watch);
  report(`written; the event loop was blocked for ${Math.round(longestMs)} ms at most`);
} else {
  if ((await snapshots.restore()) === null) throw new Error(`no snapshot can be used in ${folder}`);
  report('restored');
  warmReads(model);
  report(`warm, ${model.size('post')} posts`);
}
