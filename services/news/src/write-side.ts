import type { FastifyBaseLogger } from 'fastify';
import type { Collection } from '@vidhi/content-engine/schema/collection.ts';
import { addConsumerGauges } from '@vidhi/content-service/store/consumer-metrics.ts';
import { createOwnedTopic } from '@vidhi/content-service/store/owned-topic.ts';
import { startRelays } from '@vidhi/content-service/store/relays.ts';
import { ensureStoreIndexes } from '@vidhi/content-service/store/store-indexes.ts';
import { messageOf } from '@vidhi/service-kit/retry.ts';
import { startConsumer } from '@vidhi/messaging/consumer.ts';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { watchTopicLoss } from '@vidhi/messaging/topic-loss.ts';
import type { Closers } from '@vidhi/service-kit/closers.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { untilDone, type Database } from '@vidhi/service-kit/mongo.ts';
import type { WriteSide } from './app.ts';
import { ownedCollections } from './collections/news-collections.ts';
import { postCollection } from './collections/post.ts';
import type { Config } from './config.ts';
import { importedValues } from './content-rules.ts';
import { COPIED_EVENTS } from './copies/copies.ts';
import type { NewsData } from './news-data.ts';
import { createNewsWriter } from './news-writer.ts';
import { startScheduler } from './posts/scheduler.ts';
import { ensureSingles } from './singles.ts';
import type { NewsTopics } from './topics.ts';
import { createRegisterView } from './views/register-view.ts';
import { redisSeenPosts } from './views/seen-posts.ts';
import { createViewLimit } from './views/view-limit.ts';
import { startViewCounter } from './views/view-counter.ts';

export interface WriteSideDependencies {
  config: Config;
  database: Database;
  client: KafkaClient;
  topics: NewsTopics;
  data: NewsData;
  closers: Closers;
  metrics: Metrics;
  log: FastifyBaseLogger;
}

export interface OpenedWriteSide {
  writeSide: WriteSide;
  notify: (collection: Collection, id: number, priority?: 'bulk') => void;
}

/**
 * Opens what a process that takes writes has beside its model: relays, the consumer of copies, the counting of views,
 * the scheduler. Waits for no engine: writes are rejected until the database was connected and its indexes exist, and go
 * into the outbox while Kafka is away.
 */
export function openWriteSide(dependencies: WriteSideDependencies): OpenedWriteSide {
  const { config, database, client, topics, data, closers, metrics, log } = dependencies;
  const { connection } = database;
  const { store, live, copies, scheduled } = data;
  const warn = (message: string) => (error: unknown) => log.warn({ error: messageOf(error) }, message);

  const producer = createProducer(client);
  closers.add('producer', () => producer.close());
  const relays = startRelays({ connection, collections: ownedCollections, producer, log, metrics });
  closers.add('relays', () => relays.close());
  const consumer = startConsumer({
    client,
    groupId: `news-copies${config.TOPIC_SUFFIX}`,
    topics: [topics.media.name, topics.users.name],
    events: COPIED_EVENTS,
    handle: copies.apply,
  });
  closers.add('consumer of copies', () => consumer.close());
  addConsumerGauges(metrics, 'copies', consumer);
  const onTrouble = warn('views could not be published or remembered');
  const seen = redisSeenPosts(config.REDIS_URL, config.TOPIC_SUFFIX, onTrouble);
  closers.add('seen posts', () => seen.close());
  const counter = startViewCounter({
    posts: store.documents(postCollection),
    producer,
    topic: topics.views.name,
    onCount: (id, count) => live.count(postCollection.name, id, count),
    onTrouble,
  });
  closers.add('view counter', () => counter.close());

  let detail = 'waiting for the database';
  let isPrepared = false;
  void untilDone(
    async () => {
      await database.connected;
      detail = 'creating indexes';
      await ensureStoreIndexes(store, ownedCollections);
      await ensureSingles(store);
    },
    closers.signal,
    warn('the database could not be prepared for writes'),
  ).then((done) => {
    if (!done) return;
    isPrepared = true;
    const scheduler = startScheduler({
      connection,
      store,
      live,
      scheduled,
      onTrouble: warn('scheduled posts wait'),
    });
    closers.add('scheduler', () => scheduler.close());
    const topicLoss = watchTopicLoss({
      client,
      connection,
      topics: [
        createOwnedTopic(store, topics.posts, [postCollection]),
        createOwnedTopic(
          store,
          topics.site,
          ownedCollections.filter((collection) => collection !== postCollection),
        ),
      ],
    });
    closers.add('topic loss', () => topicLoss.close());
  });

  return {
    notify: relays.notify,
    writeSide: {
      readiness: () => (isPrepared ? { ok: true } : { ok: false, detail }),
      writer: createNewsWriter({ store, live, acknowledged: relays.acknowledged }),
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
    },
  };
}
