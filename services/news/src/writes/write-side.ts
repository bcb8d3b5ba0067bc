import { createPresentValues } from '../slugs/merged-subjects.ts';
import { reportReservedSlugs } from '../slugs/report-reserved-slugs.ts';
import {
  createOwnedTopic,
  createRevisionMover,
  REVISION_SWEEP_MS,
  mongoRevisions,
  openRelays,
  createTrashSweep,
} from '@vidhi/content-service/store.ts';
import { openJobs } from '@vidhi/content-service/jobs.ts';
import { currentTokensOf } from '@vidhi/content-service';
import { redisAccess } from '@vidhi/service-kit/engine-access.ts';
import { messageOf } from '@vidhi/service-kit/retry.ts';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { openConsumer } from '@vidhi/messaging/open-consumer.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { watchTopicLoss } from '@vidhi/messaging/topic-loss.ts';
import type { Database } from '@vidhi/service-kit/mongo.ts';
import { prepareDatabase } from '@vidhi/service-kit/preparation.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { CommentMentioned } from '@vidhi/contracts/events.ts';
import { createFindKnownAudit } from '@vidhi/outbox/audit-entry.ts';
import { createFindReceived } from '@vidhi/outbox/find-received.ts';
import { startOutbox } from '@vidhi/outbox/start-outbox.ts';
import { acceptedServiceTokens, accountsUrlOf } from '@vidhi/service-kit/service-env.ts';
import type { WriteSide } from '../app.ts';
import { COLLECTIONS } from '../collections.ts';
import { ownedCollections } from '../collections/news-collections.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import type { Config } from '../config.ts';
import { importedValues } from '../collections/content-rules.ts';
import { COMMENTS } from '../comments/comment-collection.ts';
import { mongoComments } from '../comments/mongo-comments.ts';
import { COPIED_EVENTS } from '../copies/copies.ts';
import type { NewsData } from '../model/news-data.ts';
import { authorizeNewsJob, createNewsActions } from '../jobs/news-actions.ts';
import { createNewsWriter } from './news-writer.ts';
import { PREVIEW_LINKS } from '../previews/preview-collection.ts';
import { mongoPreviewLinks } from '../previews/mongo-preview-links.ts';
import { mongoPresence } from '../presence/presence.ts';
import { startFlushing } from '../readers/flush-counts.ts';
import { mongoReaderCountStore } from '../readers/reader-count-store.ts';
import { createReaderCounts } from '../readers/reader-counts.ts';
import { startScheduler } from '../posts/scheduler.ts';
import { ensureSingles } from '../settings/singles.ts';
import type { NewsTopics } from '../topics.ts';
import { createRegisterView } from '../views/register-view.ts';
import { redisSeenPosts } from '../views/seen-posts.ts';
import { createViewLimit } from '../views/view-limit.ts';
import { startViewCounter } from '../views/view-counter.ts';

export interface WriteSideDependencies {
  config: Config;
  database: Database;
  client: KafkaClient;
  topics: NewsTopics;
  data: NewsData;
}

const SWEEP_MS = 3_600_000;

/**
 * Opens the resources of a process with writes, in addition to its model: outbox relays, the consumer of copied
 * collections, the view counter and the scheduler of posts. Waits for no engine: writes are rejected until the database
 * was connected and its indexes exist, and go into the outbox while Kafka is unavailable.
 */
export function openWriteSide(
  context: ServiceContext,
  { config, database, client, topics, data }: WriteSideDependencies,
): WriteSide {
  const { closers, log } = context;
  const { connection, connected } = database;
  const { store, live, copies, scheduled, expiring, adPeriods } = data;
  const warn = (message: string) => (error: unknown) => log.warn({ error: messageOf(error) }, message);

  const producer = closers.open('producer', () => createProducer(client));
  const toAccounts = { accountsUrl: accountsUrlOf(config), serviceToken: config.SERVICE_TOKEN };
  const findAcknowledged = createFindKnownAudit(toAccounts);
  const relays = openRelays(context, {
    connection,
    connected,
    collections: ownedCollections,
    producer,
    auditTopic: topics.audit,
    findAcknowledged,
  });
  const previewOutbox = closers.open('outbox of previews', () =>
    startOutbox<string>({
      connection,
      connected,
      collection: PREVIEW_LINKS.name,
      topics: [topics.audit],
      findAcknowledged,
      producer,
      log,
    }),
  );
  const commentOutbox = closers.open('outbox of comments', () =>
    startOutbox<string>({
      connection,
      connected,
      collection: COMMENTS.name,
      topics: [topics.audit, topics.mentions],
      findAcknowledged: createFindReceived({
        ...toAccounts,
        notifyUrl: config.NOTIFY_URL,
        mailed: [CommentMentioned.type],
      }),
      producer,
      log,
    }),
  );
  openConsumer(context, {
    client,
    name: 'copies',
    groupId: `news-copies${config.TOPIC_SUFFIX}`,
    topics: [topics.media.name, topics.users.name],
    events: COPIED_EVENTS,
    handle: copies.apply,
  });
  const onError = warn('views could not be published or recorded');
  const seen = closers.open('seen posts', () =>
    redisSeenPosts(config.REDIS_URL, config.TOPIC_SUFFIX, onError, redisAccess(config)),
  );
  const counter = startViewCounter(closers, {
    posts: store.documents(postCollection),
    connected,
    producer,
    topic: topics.views.name,
    onCount: (id, count) => live.count(postCollection.name, id, count),
    onError,
  });

  const readerCounts = createReaderCounts();
  const readerStore = mongoReaderCountStore(connection);
  startFlushing(closers, {
    counts: readerCounts,
    store: readerStore,
    connected,
    onError: warn('page views could not be stored'),
  });

  const revisions = mongoRevisions(connection);
  const mover = createRevisionMover({
    store,
    collections: ownedCollections,
    revisions,
    signal: closers.signal,
  });

  const writer = createNewsWriter({ store, live, acknowledged: relays.acknowledged });
  const jobs = openJobs(context, {
    connection,
    store,
    live,
    writer,
    collections: ownedCollections,
    actionsOf: createNewsActions(live.model),
    presentValues: createPresentValues(live.model),
    authorize: authorizeNewsJob,
    isCurrent: currentTokensOf(live.model),
  });

  const preparation = prepareDatabase(context, {
    database,
    after: live.ready,
    async prepare(report) {
      report('creating indexes');
      await createIndexes(connection, COLLECTIONS);
      await ensureSingles(store);
    },
    onPrepared() {
      reportReservedSlugs(live.model, log);
      const atOnce = true;
      closers.every('moving of revisions', REVISION_SWEEP_MS, mover.sweep, { atOnce });
      const emptyTrash = createTrashSweep(store, ownedCollections, closers.signal);
      closers.every('emptying of the trash', SWEEP_MS, emptyTrash, { atOnce });
      closers.every('removal of old counts', SWEEP_MS, () => readerStore.removeOldDetail(Date.now()), {
        atOnce,
      });
      jobs.start();
      startScheduler(closers, { connection, store, live, scheduled, expiring, adPeriods });
      closers.open('topic loss', () =>
        watchTopicLoss({
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
        }),
      );
    },
  });

  store.onWritten((...written) => {
    if (config.NEWS_CRASH_AFTER_WRITE) process.kill(process.pid, 'SIGKILL');
    relays.notify(...written);
  });
  return {
    readiness: preparation.check,
    writer,
    jobs,
    registerView: createRegisterView({ seen, counter, limit: createViewLimit() }),
    cookieSecrets: acceptedServiceTokens(config),
    history: { store, revisions, settle: mover.move },
    trash: { store, live, acknowledged: relays.acknowledged },
    presence: mongoPresence(connection),
    readers: { counts: readerCounts, store: readerStore, limit: createViewLimit() },
    comments: mongoComments(connection, { topics, publish: commentOutbox.notify }),
    previewLinks: mongoPreviewLinks(connection, {
      auditTopic: topics.audit,
      publish: previewOutbox.notify,
    }),
    imports: {
      serviceToken: acceptedServiceTokens(config),
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
