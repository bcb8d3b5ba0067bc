import type { FastifyInstance } from 'fastify';
import { createMetrics, type Metrics } from '@vidhi/service-kit/metrics.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import type { ApiClient } from './api-client.ts';
import { assetRoutes } from './asset-routes.ts';
import type { BuiltApp } from './built-app.ts';
import { CHECKOUT_SCRIPT_URL, RENDER_BUDGET_MS } from './config.ts';
import { createDocumentHeaders } from './document-headers.ts';
import { manifestRoutes } from './manifest-routes.ts';
import { siteTextRoutes, type SiteTexts } from './site-text-routes.ts';
import { createPositionMerger } from './data-position.ts';
import { pageRoutes } from './page-routes.ts';
import { previewRoutes } from './preview-routes.ts';
import { shareCardRoutes } from './share-card/share-card-routes.ts';

export interface AppDependencies {
  app: BuiltApp;
  api: ApiClient;
  site: SiteConfig;
  texts?: Omit<SiteTexts, 'publicUrl'>;
  imageOrigins?: readonly string[];
  checkoutScript?: string;
  logLevel?: string | false;
  renderBudgetMs?: number;
  metrics?: Metrics;
}

/** Wires files and pages. Opens no connection and does not listen. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const {
    app,
    api,
    site,
    texts = {},
    imageOrigins = [],
    checkoutScript = CHECKOUT_SCRIPT_URL,
    logLevel = false,
    renderBudgetMs = RENDER_BUDGET_MS,
    metrics = createMetrics('web'),
  } = dependencies;
  const server = await createServiceApp({ name: 'web', logLevel, metrics });
  await server.register(assetRoutes, { clientDir: app.clientDir });
  await server.register(manifestRoutes, { api, site });
  await server.register(siteTextRoutes, { publicUrl: site.publicUrl, ...texts });
  await server.register(shareCardRoutes, {
    loadCard: async (path) => {
      const positions = createPositionMerger();
      const page = await app.renderer.loadRequest(
        new URL(site.publicUrl + path),
        site,
        async (wanted, isShared) => {
          const { body, position } = await api.get(wanted, isShared);
          positions.add(position);
          return body;
        },
      );
      return { card: page.card, isComplete: page.isComplete, position: positions.format() };
    },
  });
  const headersOf = createDocumentHeaders(app, {
    frameHosts: site.frameHosts,
    imageOrigins,
    checkoutScript,
    analyticsOrigin: site.analytics === undefined ? undefined : new URL(site.analytics.script).origin,
  });
  await server.register(previewRoutes, { app, api, site, headersOf });
  await server.register(pageRoutes, {
    app,
    api,
    site,
    imageOrigins,
    checkoutScript,
    headersOf,
    metrics,
    renderBudgetMs,
  });
  return server;
}
