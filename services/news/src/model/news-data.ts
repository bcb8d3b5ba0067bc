import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { EVENTS } from '@vidhi/contracts/events.ts';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { createReadModel } from '@vidhi/content-engine';
import {
  type ContentStore,
  type Copies,
  createChangesReader,
  createContentStore,
  withAudit,
} from '@vidhi/content-service/store.ts';
import { type LiveModel, startLiveModel } from '@vidhi/content-service';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { ensureTopics } from '@vidhi/messaging/topics.ts';
import { newsCollections, ownedCollections } from '../collections/news-collections.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { siteAdCollection } from '@vidhi/collections/news/site-ad.ts';
import { HTML_VERSION, resanitizeHtml } from '@vidhi/content-service/html.ts';
import { type AdPeriods, createAdPeriods } from '../ads/ad-periods.ts';
import { createNewsCopies } from '../copies/copies.ts';
import { createCorrectionIndex, type CorrectionIndex } from '../corrections/correction-index.ts';
import { newsEvents } from '../events/news-events.ts';
import { toModelChange } from './model-changes.ts';
import { createVariantBodies, type VariantBodies } from '../picture-variants/variant-bodies.ts';
import { createExpiringPosts, type ExpiringPosts } from '../posts/expiring-posts.ts';
import { createScheduledPosts, type ScheduledPosts } from '../posts/scheduled-posts.ts';
import { createSlugHistory, type SlugHistory } from '../slugs/slug-history.ts';
import type { NewsTopics } from '../topics.ts';
import { warmDeskReads, warmReads } from './warm-reads.ts';

export interface NewsDataOptions {
  connection: Connection;
  client: KafkaClient;
  topics: NewsTopics;
  /** False for a reader for visitors, which has no drafts and does not reload documents for events. */
  withDrafts: boolean;
  /** Folder of long texts; in memory when omitted. */
  dataDir?: string;
}

/** The document store, the live model, and derived indexes. */
export interface NewsData {
  store: ContentStore;
  live: LiveModel;
  copies: Copies;
  history: SlugHistory;
  corrections: CorrectionIndex;
  variants: VariantBodies;
  scheduled: ScheduledPosts;
  expiring: ExpiringPosts;
  adPeriods: AdPeriods;
}

export function openNewsData(options: NewsDataOptions): NewsData {
  const { connection, client, topics, withDrafts, dataDir } = options;
  // No attribute of an article or of the site is about a customer.
  const audited = withAudit(newsEvents(topics), {
    topic: topics.audit,
    service: 'news',
    isPersonal: () => false,
  });
  const store = createContentStore({ connection, eventsOf: audited, hasTrash: () => true });
  const copies = createNewsCopies(connection);
  const history = createSlugHistory();
  const corrections = createCorrectionIndex();
  const variants = createVariantBodies();
  const scheduled = createScheduledPosts();
  const expiring = createExpiringPosts();
  const adPeriods = createAdPeriods();
  const byName = new Map(ownedCollections.map((collection) => [collection.name, collection]));
  const counters: Readonly<Record<string, string>> = { [postCollection.name]: 'views_count' };
  const live = startLiveModel({
    model: createReadModel(
      newsCollections,
      dataDir === undefined ? {} : { longTextDirectory: join(dataDir, 'bodies') },
    ),
    client,
    topics: [topics.posts.name, topics.site.name, topics.views.name],
    replayed: [topics.media.name, topics.users.name],
    hasReplayedCopies: true,
    events: EVENTS,
    ensureTopics: () => ensureTopics(client, Object.values(topics)),
    async load(put) {
      await copies.each(put);
      for (const collection of ownedCollections)
        await store.each(collection, ({ doc, rev }) => put(collection.name, doc, rev));
    },
    toChange: toModelChange,
    warm: withDrafts ? warmDeskReads : warmReads,
    accept: (name, { publishedAt }) =>
      withDrafts || name !== postCollection.name || typeof publishedAt === 'string',
    transform(name, doc) {
      const collection = byName.get(name);
      return collection === undefined ? doc : resanitizeHtml(collection, doc);
    },
    ...(withDrafts
      ? {
          refetch: async (name, id) => {
            const collection = byName.get(name);
            return collection === undefined ? null : store.find(collection, id);
          },
        }
      : {}),
    onChange(name, id, doc) {
      if (name === fileCollection.name) variants.note(id, doc);
      history.note(name, id, doc);
      corrections.note(name, id, doc);
      if (name === siteAdCollection.name) adPeriods.note(id, doc);
      if (name !== postCollection.name) return;
      scheduled.note(id, doc);
      expiring.note(id, doc);
    },
    ...(dataDir === undefined
      ? {}
      : {
          snapshot: {
            path: join(dataDir, withDrafts ? 'writer.snapshot' : 'reader.snapshot'),
            rules: String(HTML_VERSION),
          },
        }),
    // Unpublished changes of a writer are only in its database.
    ...(withDrafts ? { loadChanges: createChangesReader(store, ownedCollections, counters) } : {}),
    counters,
    headerTopics: {
      'news.posts': topics.posts.name,
      'news.site': topics.site.name,
      'catalog.media': topics.media.name,
      'accounts.users': topics.users.name,
    },
  });
  void live.ready.then(() => scheduled.loaded());
  return { store, live, copies, history, corrections, scheduled, expiring, adPeriods, variants };
}
