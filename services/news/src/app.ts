import type { FastifyInstance } from 'fastify';
import {
  addDataHeaders,
  contentRoutes,
  type ContentWriter,
  currentTokensOf,
  historyPaths,
  historyRoutes,
  type HistoryRoutesOptions,
  type LiveModel,
  trashPaths,
  trashRoutes,
  type TrashRoutesOptions,
  withContent,
  createReadScheduler,
  pictureUsageRoutes,
} from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { jobRoutes, type JobRoutesOptions } from '@vidhi/content-service/jobs.ts';
import { importRoutes, type ImportRoutesOptions } from '@vidhi/content-service/import.ts';
import { authPlugin } from '@vidhi/service-kit/auth.ts';
import { createShowsPicture } from '@vidhi/contracts/image-origins.ts';
import type { Check } from '@vidhi/service-kit/health.ts';
import { rejectUntilReady, rejectWritesUntilReady } from '@vidhi/service-kit/ready-guard.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { VerifyToken } from '@vidhi/service-kit/token-verifier.ts';
import { createCopiedPosts } from './posts/copied-posts.ts';
import { takedownRoutes } from './posts/takedown-routes.ts';
import type { LivePreviews, PreviewLinks } from './previews/preview-links.ts';
import { previewRoutes, sharedPreviewRoutes, type SharedPreviewOptions } from './previews/preview-routes.ts';
import { withholdArticles } from './posts/withheld.ts';
import { isOutsidePeriod } from './ads/ad-period.ts';
import { adPreviewRoutes, sharedAdPreviewRoutes } from './ads/ad-preview-routes.ts';
import { createAdPreviews } from './ads/ad-previews.ts';
import { transitionRoutes } from './posts/transition-routes.ts';
import { authorizeTrash, createAuthorizeHistory, createAuthorizeWrite } from './writes/authorize-write.ts';
import { newsCollections, ownedCollections, routedCollections } from './collections/news-collections.ts';
import { siteAdCollection } from '@vidhi/collections/news/site-ad.ts';
import { siteOptionCollection } from '@vidhi/collections/news/site-settings.ts';
import { commentRoutes } from './comments/comment-routes.ts';
import type { Comments } from './comments/comments.ts';
import { correctRoutes } from './corrections/correct-routes.ts';
import { type CorrectionIndex, createCorrectionIndex } from './corrections/correction-index.ts';
import { correctionRoutes } from './corrections/correction-routes.ts';
import { MERGE_PATHS, mergeRoutes } from './authors/merge-routes.ts';
import { newsAudienceOf } from './collections/news-audience.ts';
import { feedRoutes } from './feeds/feed-routes.ts';
import type { VariantBodies } from './picture-variants/variant-bodies.ts';
import { pictureVariantRoutes } from './picture-variants/picture-variant-routes.ts';
import { AUTHOR_PATHS, authorRoutes } from './related/author-routes.ts';
import type { Presence } from './presence/presence.ts';
import { presenceRoutes } from './presence/presence-routes.ts';
import { authorizeNewsJob, createNewsActions } from './jobs/news-actions.ts';
import { NEWSROOM_PATHS } from './openapi/newsroom-paths.ts';
import { createSelectRows } from './jobs/select-rows.ts';
import { createRedirectRows } from './redirects/redirect-rows.ts';
import { pageViewRoutes, type PageViewRoutesOptions } from './readers/page-view-routes.ts';
import { createSitePaths } from './redirects/site-paths.ts';
import { redirectRoutes } from './redirects/redirect-routes.ts';
import { RELATED_PATHS, relatedRoutes } from './related/related-routes.ts';
import { siteOptionRoutes } from './settings/site-options.ts';
import { sitemapRoutes } from './sitemaps/sitemap-routes.ts';
import { siteUrls } from './sitemaps/site-urls.ts';
import type { PostSearch } from './search/post-search.ts';
import { SEARCH_PATHS, searchRoutes } from './search/search-routes.ts';
import { suggestRoutes } from './suggest/suggest-routes.ts';
import { createVersionedTexts } from '@vidhi/content-service/site.ts';
import type { SlugHistory } from './slugs/slug-history.ts';
import { createPresentValues } from './slugs/merged-subjects.ts';
import { shadowedRoutes } from './slugs/shadowed-routes.ts';
import { slugRoutes } from './slugs/slug-routes.ts';
import { createCountView } from './views/count-view.ts';
import type { RegisterView } from './views/register-view.ts';
import { createVisitors } from './views/visitor.ts';

/** Dependencies that only a process with writes has. */
export interface WriteSide {
  /** Returns whether writes may be stored: connected once, and the unique indexes exist. Always, where absent. */
  readiness?: () => Check;
  writer: ContentWriter;
  registerView: RegisterView;
  /** Signs the visitor cookies. */
  cookieSecrets: readonly [string, ...string[]];
  /** Working copies and revisions of what editors write. */
  history: Pick<HistoryRoutesOptions, 'revisions' | 'settle'> & {
    store: HistoryRoutesOptions['store'] & Pick<ContentWrites, 'listCopied' | 'listCopies'>;
  };
  /** Documents that staff have removed. */
  trash: Pick<TrashRoutesOptions, 'store' | 'live' | 'acknowledged'>;
  previewLinks: PreviewLinks;
  presence: Presence;
  /** Changes of many documents. */
  jobs: Pick<JobRoutesOptions, 'jobs' | 'wake'>;
  comments: Comments;
  /** Counts of pages and searches. */
  readers: Pick<PageViewRoutesOptions, 'counts' | 'store' | 'limit'>;
  /** The import endpoints; absent in tests of the other routes. */
  imports?: ImportRoutesOptions;
}

/** Single types whose calls have a path of their own. */
const HISTORY_PATHS = { [siteOptionCollection.name]: '/site-options' };

export interface AppDependencies {
  live: LiveModel;
  history: SlugHistory;
  /** Without it there are none. */
  corrections?: CorrectionIndex;
  variants: VariantBodies;
  search: PostSearch;
  /** Unpublished texts and advertisements, for the holders of links to them; absent where there is no database. */
  previews?: {
    links: LivePreviews;
    store: SharedPreviewOptions['store'];
    /** Secrets of links to advertisements on their pages: the first signs, all are accepted. */
    secrets: readonly [string, ...string[]];
  };
  verifyToken: VerifyToken;
  metrics: Metrics;
  publicUrl: string;
  /** Other sites whose pictures pages show; none where left out. */
  imageOrigins?: readonly string[];
  /** Absent in a reader. */
  writeSide?: WriteSide;
  logLevel?: string | false;
}

/** Wires the HTTP surface. Opens no connection, reads no environment, never listens. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { live, history, variants, search, verifyToken, metrics, publicUrl, writeSide } = dependencies;
  const {
    corrections = createCorrectionIndex(),
    previews,
    imageOrigins = [],
    logLevel = false,
  } = dependencies;
  const { model } = live;
  const presentValues = createPresentValues(model);
  const app = await createServiceApp({
    name: 'news',
    logLevel,
    metrics,
    readiness: () => ({
      data: live.readiness(),
      // Reads do not need the database, so its failure takes no process out of rotation.
      ...(writeSide?.readiness === undefined
        ? {}
        : { writes: { ...writeSide.readiness(), isAdvisory: true as const } }),
    }),
  });
  await app.register(openapiPlugin, {
    title: 'News',
    extend: (document) =>
      withContent(document, {
        collections: routedCollections,
        related: newsCollections,
        settings: { 'site-options': siteOptionCollection },
        paths: {
          ...RELATED_PATHS,
          ...AUTHOR_PATHS,
          ...MERGE_PATHS,
          ...SEARCH_PATHS,
          ...NEWSROOM_PATHS,
          ...historyPaths(ownedCollections, HISTORY_PATHS),
          ...trashPaths(ownedCollections),
        },
      }),
  });
  await app.register(authPlugin, { verifyToken, isCurrent: currentTokensOf(model) });
  addDataHeaders(app, live);

  const scheduler = createReadScheduler();
  const isWritable = (): boolean => writeSide?.readiness?.().ok ?? true;

  await app.register(
    async (api) => {
      rejectUntilReady(api, live.isReady);
      rejectWritesUntilReady(api, isWritable);
      withholdArticles(api, model);
      await api.register(contentRoutes, {
        model,
        collections: routedCollections,
        audienceOf: newsAudienceOf,
        scheduler,
        ...(writeSide === undefined
          ? {}
          : {
              writer: writeSide.writer,
              ownList: createCopiedPosts({ model, store: writeSide.history.store }),
              untilCurrent: live.untilCurrent,
              showsPicture: createShowsPicture({ publicUrl, imageOrigins }),
              authorize: createAuthorizeWrite(model),
              ownUpdate: createCountView({
                model,
                registerView: writeSide.registerView,
                visitors: createVisitors({
                  secrets: writeSide.cookieSecrets,
                  isSecure: publicUrl.startsWith('https:'),
                }),
              }),
            }),
      });
      if (writeSide !== undefined) {
        await api.register(transitionRoutes, { model, writer: writeSide.writer });
        await api.register(takedownRoutes, { model, writer: writeSide.writer });
        await api.register(correctRoutes, { model, writer: writeSide.writer });
        await api.register(previewRoutes, {
          model,
          links: writeSide.previewLinks,
          store: writeSide.history.store,
          presentValues,
          publicUrl,
        });
        await api.register(commentRoutes, { model, comments: writeSide.comments });
        await api.register(presenceRoutes, {
          model,
          store: writeSide.history.store,
          presence: writeSide.presence,
        });
        await api.register(historyRoutes, {
          ...writeSide.history,
          model,
          collections: ownedCollections,
          paths: HISTORY_PATHS,
          authorize: createAuthorizeHistory(model),
          presentValues,
        });
        await api.register(trashRoutes, {
          ...writeSide.trash,
          model,
          collections: ownedCollections,
          authorize: authorizeTrash,
          presentValues,
          restoredValues: ({ name }, removed) =>
            name === siteAdCollection.name ? { is_off: isOutsidePeriod(removed, new Date(model.now())) } : {},
        });
      }
      if (writeSide !== undefined) {
        const paths = createSitePaths(model, history);
        await api.register(pageViewRoutes, { ...writeSide.readers, model, paths, publicUrl });
        const redirects = createRedirectRows(model, paths, publicUrl);
        await api.register(jobRoutes, {
          ...writeSide.jobs,
          name: 'news',
          desks: ['news', 'publish'],
          model,
          collections: ownedCollections,
          actionsOf: createNewsActions(model),
          authorize: authorizeNewsJob,
          select: createSelectRows({ model, store: writeSide.history.store, redirects }),
        });
      }
      if (previews !== undefined) {
        await api.register(sharedPreviewRoutes, {
          model,
          previews: previews.links,
          store: previews.store,
          presentValues,
        });
        const ads = { model, previews: createAdPreviews(previews.secrets) };
        await api.register(sharedAdPreviewRoutes, ads);
        if (writeSide !== undefined) await api.register(adPreviewRoutes, { ...ads, publicUrl });
      }
      await api.register(correctionRoutes, { model, corrections });
      await api.register(slugRoutes, { model, history });
      await api.register(shadowedRoutes, { model });
      await api.register(redirectRoutes, {
        model,
        history,
        publicUrl,
        ...(writeSide === undefined ? {} : { writer: writeSide.writer }),
      });
      if (writeSide !== undefined) await api.register(mergeRoutes, { model, writer: writeSide.writer });
      await api.register(relatedRoutes, { model, scheduler });
      await api.register(authorRoutes, { model, history, scheduler });
      await api.register(pictureVariantRoutes, { variants });
      await api.register(searchRoutes, { model, scheduler, search });
      await api.register(pictureUsageRoutes, {
        model,
        collections: ownedCollections,
        desks: ['news', 'publish'],
        ...(writeSide === undefined ? {} : { store: writeSide.history.store }),
        path: '/posts/picture-usage',
        operationId: 'listPictureUsageInNews',
      });
      await api.register(suggestRoutes, { model, search });
      await api.register(siteOptionRoutes, {
        model,
        ...(writeSide === undefined ? {} : { writer: writeSide.writer }),
      });
    },
    { prefix: '/api' },
  );
  const pages = { model, texts: createVersionedTexts(model, newsCollections), urls: siteUrls(publicUrl) };
  await app.register(async (site) => {
    rejectUntilReady(site, live.isReady);
    await site.register(feedRoutes, { ...pages, history, pictures: variants });
    await site.register(sitemapRoutes, pages);
  });
  const imports = writeSide?.imports;
  if (imports !== undefined) {
    await app.register(async (internal) => {
      rejectWritesUntilReady(internal, isWritable);
      await importRoutes(internal, imports);
    });
  }
  return app;
}
