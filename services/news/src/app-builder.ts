import type { FastifyInstance } from 'fastify';
import { EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createReadModel, documentsOf } from '@vidhi/content-engine';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { currentTokensOf, type LiveModel } from '@vidhi/content-service';
import { withAudit } from '@vidhi/content-service/store.ts';
import {
  memoryContentStore,
  type MemoryContentStore,
  memoryLiveModel,
  memoryRevisions,
  memorySearchIndex,
} from '@vidhi/content-service/testing.ts';
import type { VerifyToken } from '@vidhi/service-kit/token-verifier.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { memoryJobStore, createJobWorker, type JobWorker } from '@vidhi/content-service/jobs.ts';
import { authorizeNewsJob, createNewsActions } from './jobs/news-actions.ts';
import { buildApp } from './app.ts';
import { newsCollections, ownedCollections } from './collections/news-collections.ts';
import { memoryComments } from './comments/comments-builder.ts';
import { createCorrectionIndex } from './corrections/correction-index.ts';
import { newsEvents } from './events/news-events.ts';
import { createNewsWriter } from './writes/news-writer.ts';
import { ensureSingles } from './settings/singles.ts';
import { createPostSearch } from './search/post-search.ts';
import { createVariantBodies } from './picture-variants/variant-bodies.ts';
import { createPresentValues } from './slugs/merged-subjects.ts';
import { createSlugHistory } from './slugs/slug-history.ts';
import { memoryPreviewLinks } from './previews/preview-links-builder.ts';
import { newsTopics } from './topics.ts';
import { memoryPresence } from './presence/presence.ts';
import { createReaderCounts } from './readers/reader-counts.ts';
import { memoryReaderCountStore } from './readers/reader-count-builder.ts';
import { createRegisterView } from './views/register-view.ts';
import { memorySeenPosts } from './views/seen-posts.ts';
import { createViewLimit } from './views/view-limit.ts';
import { signVisitor } from './views/visitor.ts';
import type { ViewCounter } from './views/view-counter.ts';
import {
  siteOptionCollection,
  siteSettingCollection,
  socialLinkCollection,
} from '@vidhi/collections/news/site-settings.ts';

export const PUBLIC_URL = 'https://news.example.in';

const COOKIE_SECRET = 'a secret that signs cookies of visitors';
/** Returns the visitor cookie as set by this app. */
export const visitorCookie = (id: string): string =>
  `vidhi_visitor=${signVisitor(id.repeat(11).slice(0, 11), COOKIE_SECRET)}`;

export interface TestApp {
  app: FastifyInstance;
  live: LiveModel;
  store: MemoryContentStore;
  /** The worker that executes jobs. */
  worker: JobWorker;
}

export interface TestAppOptions {
  /** Documents by collection, in the model only, not in the store. */
  documents?: Readonly<Record<string, readonly StoredDocument[]>>;
  isReader?: boolean;
  /** Whether the events of the store have the entries of the audit log. */
  isAudited?: boolean;
  ageSeconds?: number;
  isReady?: () => boolean;
  isWritable?: () => boolean;
  publicUrl?: string;
  imageOrigins?: readonly string[];
  now?: () => number;
  /** Rows that a job changes at the same time. */
  rowsAtOnce?: number;
  /** Instead of that of the tests' own tokens. */
  verifyToken?: VerifyToken;
  /** Documents that the model learns of only when a write waits for it to be current. */
  late?: Readonly<Record<string, readonly StoredDocument[]>>;
}

/** Test tokens contain the role and the token version of user 1. */
export const asRole = (role: number, tokenVersion = 1): { authorization: string } => ({
  authorization: `Bearer role-${role}-${tokenVersion}`,
});

const verifyTestToken: VerifyToken = async (token) => {
  const [, role, tokenVersion] = /^role-(\d+)-(\d+)$/.exec(token) ?? [];
  return role === undefined
    ? null
    : { userId: 1, role: Number(role), tokenVersion: Number(tokenVersion), desks: EDITOR_DESKS };
};

export const aPost = (id: number, values: Partial<StoredDocument> = {}): StoredDocument => ({
  id,
  title: `Post ${id}`,
  slug: `post-${id}`,
  content: `<p>Text of ${id}</p>`,
  image: null,
  youtube: null,
  publish_date: '2026-11-01T10:00:00.000Z',
  views_count: 0,
  trending: false,
  newstags: null,
  user: null,
  tags: [],
  categories: [],
  old_slugs: null,
  html_version: 1,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  publishedAt: '2026-11-01T10:00:00.000Z',
  ...values,
});

export const aSubject = (id: number, name: string, values: Partial<StoredDocument> = {}): StoredDocument => ({
  id,
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  createdAt: '2026-10-01T09:00:00.000Z',
  updatedAt: '2026-10-01T09:00:00.000Z',
  ...values,
});

/** Creates the app with in-memory stores, for tests of its routes. */
export async function aNewsApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { documents = {}, isReader = false, ageSeconds = 0 } = options;
  const model = createReadModel(newsCollections, options.now === undefined ? {} : { now: options.now });
  const history = createSlugHistory();
  const corrections = createCorrectionIndex();
  const live = memoryLiveModel(model, {
    position: 'news.posts=7;news.site=3;catalog.media=1',
    ageSeconds,
    ...(options.isReady === undefined ? {} : { isReady: options.isReady }),
    counters: { post: 'views_count' },
    untilCurrent() {
      for (const [name, all] of Object.entries(options.late ?? {}))
        for (const doc of all) model.upsert(name, doc);
    },
    onPut(name, doc) {
      history.note(name, doc.id, doc);
      corrections.note(name, doc.id, doc);
    },
  });
  const topics = newsTopics('');
  const audit = { topic: topics.audit, service: 'news', isPersonal: () => false };
  const events = newsEvents(topics);
  const store = memoryContentStore(options.isAudited === true ? withAudit(events, audit) : events);
  const revisions = memoryRevisions();
  await ensureSingles(store);
  for (const collection of [siteSettingCollection, socialLinkCollection, siteOptionCollection])
    await store.each(collection, ({ doc, rev }) => live.put(collection.name, doc, rev));
  for (const [name, all] of Object.entries(documents)) for (const doc of all) live.put(name, doc, 1);
  const variants = createVariantBodies();
  for (const picture of documents['file'] ?? []) variants.note(picture.id, picture);
  const counter: ViewCounter = {
    async add(postId) {
      const count = (documentsOf(model, postCollection).get(postId)?.views_count ?? 0) + 1;
      live.count('post', postId, count);
      return count;
    },
  };
  const links = memoryPreviewLinks(() => new Date(options.now?.() ?? Date.now()));
  const writer = createNewsWriter({ store, live });
  const jobs = memoryJobStore();
  const worker = createJobWorker({
    jobs,
    store,
    live,
    writer,
    collections: ownedCollections,
    actionsOf: createNewsActions(model),
    presentValues: createPresentValues(model),
    authorize: authorizeNewsJob,
    isCurrent: currentTokensOf(model),
    onError(error) {
      throw error;
    },
    ...(options.rowsAtOnce === undefined ? {} : { atOnce: options.rowsAtOnce }),
  });
  const search = createPostSearch({ model, index: memorySearchIndex() });
  await search.start();
  const readerCounts = createReaderCounts(options.now);
  const app = await buildApp({
    search,
    previews: { links, store, secrets: ['a secret that signs links to advertisements'] },
    live,
    history,
    corrections,
    variants,
    verifyToken: options.verifyToken ?? verifyTestToken,
    metrics: createMetrics('news'),
    publicUrl: options.publicUrl ?? PUBLIC_URL,
    imageOrigins: options.imageOrigins ?? [],
    ...(isReader
      ? {}
      : {
          writeSide: {
            readiness: () => ({ ok: options.isWritable?.() ?? true }),
            writer,
            jobs: { jobs, wake: () => void worker.run() },
            history: {
              store,
              revisions,
              settle: (collection, id) => store.settle(collection, id, revisions),
            },
            trash: { store, live },
            previewLinks: links,
            comments: memoryComments(() => new Date(options.now?.() ?? Date.now())),
            presence: memoryPresence(() => new Date(options.now?.() ?? Date.now())),
            readers: {
              counts: readerCounts,
              store: memoryReaderCountStore(readerCounts),
              limit: createViewLimit(),
            },
            registerView: createRegisterView({ seen: memorySeenPosts(), counter, limit: createViewLimit() }),
            cookieSecrets: [COOKIE_SECRET],
          },
        }),
  });
  app.addHook('onClose', async () => {
    await worker.close();
    await search.close();
  });
  return { app, live, store, worker };
}
