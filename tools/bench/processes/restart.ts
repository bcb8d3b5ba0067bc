import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createReadModel } from '@vidhi/content-engine';
import { HTML_VERSION } from '@vidhi/content-service/html.ts';
import { createModelSnapshots, createRevisedModel } from '@vidhi/content-service/internal.ts';
import { startKafka } from '@vidhi/local/kafka.mjs';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { ensureServiceBundles } from '@vidhi/local/service-bundles.mjs';
import { connectKafka, silentLogger } from '@vidhi/messaging/kafka.ts';
import { ensureTopics } from '@vidhi/messaging/topics.ts';
import { newsCollections } from '../../../services/news/src/collections/news-collections.ts';
import { warmReads } from '../../../services/news/src/model/warm-reads.ts';
import { newsTopics } from '../../../services/news/src/topics.ts';
import { generatedSite } from '../news/generated-site.ts';

// Measures how long a reader takes to restart from a snapshot. `restart.ts write 100000 DIR` writes one; then
// `restart.ts read 100000 DIR` loads the model alone, and `restart.ts process 100000 DIR` starts a reader as `npm start`
// does, beside a Kafka of its own, five times, from the start of the process until `/readyz` responds 200.

const [mode = 'read', posts = '2000', folder = ''] = process.argv.slice(2);
const startedAt = performance.now();
const cpuAt = process.cpuUsage();
const report = (what: string): void => {
  const { user, system } = process.cpuUsage(cpuAt);
  const cpuMs = Math.round((user + system) / 1000);
  const wallMs = Math.round(performance.now() - startedAt);
  console.log(JSON.stringify({ what, wallMs, cpuMs, rssMb: Math.round(process.memoryUsage.rss() / 1e6) }));
};

function openModel() {
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
    rules: String(HTML_VERSION),
    model,
    revised,
    stateOf: () => ({ positions: new Map([['news.posts', 0n]]), clusterId: null, freshAt: Date.now() }),
    log: silentLogger,
  });
  return { model, revised, snapshots };
}

/** Milliseconds from the start of a reader process until it is ready, and until it has listened. */
async function timeProcess(bundle: string, env: Record<string, string>): Promise<object> {
  const port = await anyFreePort();
  const begunAt = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', bundle], {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let listeningMs = 0;
  for (const end = begunAt + MAX_START_MS; performance.now() < end && child.exitCode === null;) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response !== null && listeningMs === 0) listeningMs = Math.round(performance.now() - begunAt);
    if (response?.ok === true) {
      const readyMs = Math.round(performance.now() - begunAt);
      const { data } = ((await response.json()) as { checks: { data: unknown } }).checks;
      child.kill('SIGKILL');
      return { listeningMs, readyMs, data };
    }
    await delay(10);
  }
  child.kill('SIGKILL');
  throw new Error('the reader did not become ready');
}

const MAX_START_MS = 120_000;
const STARTS = 5;

async function restartProcesses(): Promise<void> {
  const bundles = await ensureServiceBundles({ node: process.execPath });
  const engineDir = join(import.meta.dirname, '../../../.engines');
  const logFile = join(folder, 'kafka.log');
  const kafka = await startKafka({ dataDir: folder, engineDir, logFile, env: { PATH: process.env['PATH'] } });
  try {
    const client = connectKafka({ brokers: kafka.brokers, clientId: 'restart' });
    await ensureTopics(client, Object.values(newsTopics('')));
    const env = {
      NODE_COMPILE_CACHE: join(bundles, 'compile-cache'),
      NODE_ENV: 'production',
      NEWS_ROLE: 'read',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      // A reader that starts from a snapshot needs no database.
      MONGO_URL: 'mongodb://127.0.0.1:9/none',
      REDIS_URL: 'redis://127.0.0.1:9',
      JWKS_URL: 'http://127.0.0.1:9/jwks',
      SERVICE_TOKEN: 'a-service-token-of-32-characters!',
      KAFKA_BROKERS: kafka.brokers,
      DATA_DIR: folder,
    };
    for (let start = 0; start < STARTS; start += 1)
      console.log(JSON.stringify(await timeProcess(join(bundles, 'news.mjs'), env)));
  } finally {
    await kafka.stop();
  }
}

if (mode === 'process') {
  await restartProcesses();
} else if (mode === 'write') {
  const { revised, snapshots } = openModel();
  for (const { collection, document } of generatedSite(Number(posts))) revised.put(collection, document, 1);
  report('generated');
  let longestMs = 0;
  let at = performance.now();
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - at);
    at = performance.now();
  }, 1);
  await snapshots.close();
  clearInterval(watch);
  report(`written; the event loop was blocked for ${Math.round(longestMs)} ms at most`);
} else {
  const { model, snapshots } = openModel();
  if ((await snapshots.restore()) === null) throw new Error(`no snapshot can be used in ${folder}`);
  report('restored');
  warmReads(model);
  report(`warm, ${model.size('post')} posts`);
}
