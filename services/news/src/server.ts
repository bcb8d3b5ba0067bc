import type { Collection } from '@vidhi/content-engine/schema/collection.ts';
import { addAgeGauge } from '@vidhi/content-service/live/data-headers.ts';
import { startRelays, type Relays } from '@vidhi/content-service/store/relays.ts';
import { ensureStoreIndexes } from '@vidhi/content-service/store/store-indexes.ts';
import { messageOf } from '@vidhi/messaging/backoff.ts';
import { startConsumer } from '@vidhi/messaging/consumer.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { createLogger } from '@vidhi/service-kit/logging.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { runService } from '@vidhi/service-kit/run-service.ts';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { buildApp, type WriteSide } from './app.ts';
import { ownedCollections } from './collections/news-collections.ts';
import { postCollection } from './collections/post.ts';
import { readConfig } from './config.ts';
import { importedValues } from './content-rules.ts';
import { COPIED_EVENTS } from './copies/copies.ts';
import { openNewsData } from './news-data.ts';
import { createNewsWriter } from './news-writer.ts';
import { startScheduler } from './posts/scheduler.ts';
import { ensureSingles } from './singles.ts';
import { newsTopics } from './topics.ts';
import { createRegisterView } from './views/register-view.ts';
import { createViewLimit } from './views/view-limit.ts';
import { redisSeenPosts } from './views/seen-posts.ts';
import { startViewCounter } from './views/view-counter.ts';

const config = readConfig(process.env);
const log = createLogger('news', config.LOG_LEVEL);
const metrics = createMetrics('news');
const topics = newsTopics(config.TOPIC_SUFFIX);
const isWriter = config.NEWS_ROLE !== 'read';
const closers: (() => Promise<void>)[] = [];

const connection = await connectMongo(config.MONGO_URL);
closers.push(() => connection.close());
const client = connectKafka({ brokers: config.KAFKA_BROKERS, clientId: `news-${config.NEWS_ROLE}`, log });

let relays: Relays | null = null;
const notify = (collection: Collection, id: number): void => {
  if (config.NEWS_CRASH_AFTER_WRITE) process.kill(process.pid, 'SIGKILL');
  relays?.notify(collection, id);
};
const { store, live, copies, history, scheduled, variants } = openNewsData({
  connection,
  client,
  topics,
  withDrafts: isWriter,
  dataDir: config.DATA_DIR,
  notify,
});
closers.push(() => live.close());
addAgeGauge(metrics, live);

async function openWriteSide(): Promise<WriteSide> {
  await ensureStoreIndexes(store, ownedCollections);
  const producer = createProducer(client);
  closers.push(() => producer.close());
  relays = startRelays({ connection, collections: ownedCollections, producer, log, metrics });
  closers.push(async () => relays?.close());
  await ensureSingles(store);
  const consumer = startConsumer({
    client,
    groupId: `news-copies${config.TOPIC_SUFFIX}`,
    topics: [topics.media.name, topics.users.name],
    events: COPIED_EVENTS,
    handle: copies.apply,
  });
  closers.push(() => consumer.close());
  const onTrouble = (error: unknown): void =>
    log.warn({ error: messageOf(error) }, 'views could not be told or remembered');
  const seen = redisSeenPosts(config.REDIS_URL, config.TOPIC_SUFFIX, onTrouble);
  closers.push(() => seen.close());
  const counter = startViewCounter({
    posts: store.documents(postCollection),
    producer,
    topic: topics.views.name,
    onCount: (id, count) => live.count(postCollection.name, id, count),
    onTrouble,
  });
  closers.push(() => counter.close());
  const scheduler = startScheduler({
    connection,
    store,
    live,
    scheduled,
    onTrouble: (error) => log.warn({ error: messageOf(error) }, 'scheduled posts wait'),
  });
  closers.push(() => scheduler.close());
  return {
    writer: createNewsWriter({ store, live }),
    registerView: createRegisterView({ seen, counter, limit: createViewLimit() }),
    cookieSecret: config.SERVICE_TOKEN,
    imports: {
      serviceToken: config.SERVICE_TOKEN,
      store,
      collections: ownedCollections,
      prepare: importedValues,
      counters: { [postCollection.name]: 'views_count' },
      onWritten: ({ name }, { doc, rev }) => live.put(name, doc, rev),
      onRemoved: ({ name }, id, rev) => live.remove(name, id, rev),
      afterRemoval: () => ensureSingles(store),
    },
  };
}

const app = await buildApp({
  live,
  history,
  variants,
  metrics,
  publicUrl: config.PUBLIC_URL,
  verifyToken: createTokenVerifier({ url: config.JWKS_URL, file: config.JWKS_FILE }),
  ...(isWriter ? { writeSide: await openWriteSide() } : {}),
  logLevel: config.LOG_LEVEL,
});

await runService({
  app,
  host: config.HOST,
  port: config.PORT,
  close: async () => {
    for (const close of closers.reverse()) await close();
  },
});
