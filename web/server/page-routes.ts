import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram } from 'prom-client';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import type { ApiClient } from './api-client.ts';
import type { BuiltApp } from './built-app.ts';
import { optionsRead } from '#shared/site/site-reads.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import type { createDocumentHeaders } from './document-headers.ts';
import { createDocumentWriter } from './document.ts';
import { AGE_HEADER, createPositionMerger, POSITION_HEADER } from './data-position.ts';
import { findOwnRedirect } from './own-redirects.ts';
import { createPictureVariantCache, isVariantsPath } from './picture-variant-cache.ts';
import { createRenderQueue } from './render-queue.ts';
import { sharedLookOf } from './site-look.ts';
import { orderOf, withheldDocument } from './withheld-document.ts';

export interface PageOptions {
  app: BuiltApp;
  api: ApiClient;
  site: SiteConfig;
  imageOrigins: readonly string[];
  checkoutScript: string;
  headersOf: ReturnType<typeof createDocumentHeaders>;
  metrics: Metrics;
  /** Longest wait in the render queue; the shell is sent after it. */
  renderBudgetMs: number;
}

type FetchJson = Parameters<BuiltApp['renderer']['loadRequest']>[2];
type LoadedPage = Awaited<ReturnType<BuiltApp['renderer']['loadRequest']>>;

const OPTIONS_PATH = optionsRead.path();
const RETRY_SECONDS = 5;
const BUCKETS_SECONDS = [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.05, 0.2];

const cacheControlOf = (isShareable: boolean): string =>
  isShareable ? 'public, max-age=0, must-revalidate' : 'no-store';

/**
 * Returns the URL of a request on the public origin, also for a path that begins with `//` and for an absolute request
 * target.
 */
function urlOf(target: string, publicUrl: string): URL {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  return new URL(publicUrl + path);
}

/** Every path that is not a file of the build: loads the data of the page, renders it and sends the document. */
export async function pageRoutes(server: FastifyInstance, options: PageOptions): Promise<void> {
  const { app, api, site, imageOrigins, checkoutScript, headersOf, metrics, renderBudgetMs } = options;
  const { analytics, ...plainSite } = site;
  const consoleSite = { ...plainSite, imageOrigins };
  const paymentSite = { ...plainSite, checkoutScript };
  const { renderer } = app;
  const write = createDocumentWriter(app);
  const enqueueRender = createRenderQueue(renderBudgetMs);
  const fetchVariants = createPictureVariantCache(api);
  const rendering = new Histogram({
    name: `${metrics.prefix}_render_duration_seconds`,
    help: 'Time to render one page whose data is loaded',
    labelNames: ['page'],
    buckets: BUCKETS_SECONDS,
    registers: [metrics.registry],
  });
  const shells = new Counter({
    name: `${metrics.prefix}_shells_total`,
    help: 'Pages sent as a shell because rendering failed or the render queue was too long',
    labelNames: ['reason'],
    registers: [metrics.registry],
  });

  /** The facts of the site that a page needs: only reading pages are counted by others, only payment pages take payments, and only editors choose pictures. */
  function siteFor({ kind, allowsPayment }: Pick<LoadedPage, 'kind' | 'allowsPayment'>): SiteConfig {
    if (allowsPayment) return paymentSite;
    if (kind === 'console') return consoleSite;
    return kind === 'reading' && analytics !== undefined ? { ...plainSite, analytics } : plainSite;
  }

  /** The address of a page as it is spelled; of a path that leads to a page, only where its case alone differs. */
  function fixedPath(pathname: string, hasNoPage: boolean): string | null {
    const lower = pathname.toLowerCase();
    if (!hasNoPage && lower === pathname) return null;
    const found = renderer.fixedPathOf(pathname);
    return hasNoPage || found?.toLowerCase() === lower ? found : null;
  }

  async function render(page: LoadedPage, request: FastifyRequest) {
    const result = await enqueueRender(() => {
      const end = rendering.startTimer({ page: page.path });
      const rendered = renderer.renderPage(page, site);
      end();
      return rendered;
    });
    if (result.ok) return result.value;
    shells.inc({ reason: result.reason });
    if (result.reason === 'failed') request.log.error({ err: result.error }, 'page could not be rendered');
    return null;
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = urlOf(request.url, site.publicUrl);
    const positions = createPositionMerger();
    let oldestSeconds = 0;
    // Name, colours and logo of a page are those of one response.
    let options: unknown = null;
    const failures: unknown[] = [];
    const fetchJson: FetchJson = async (path, isShared) => {
      const {
        body,
        position,
        ageSeconds = 0,
      } = await (
        isVariantsPath(path) ? fetchVariants(path, positions.format()) : api.get(path, isShared)
      ).catch((error: unknown) => {
        failures.push(error);
        throw error;
      });
      if (path === OPTIONS_PATH) options = body;
      positions.add(position);
      oldestSeconds = Math.max(oldestSeconds, ageSeconds);
      return body;
    };
    const page = await renderer.loadRequest(url, site, fetchJson);
    const { outcome } = page;
    const hasNoPage = outcome.status === 404 || outcome.status === 301;
    const own =
      hasNoPage && page.kind === 'reading'
        ? await findOwnRedirect(api, url, { publicUrl: site.publicUrl, positions })
        : null;
    const item =
      outcome.status === 404 && own == null ? await renderer.itemPathOf(url.pathname, fetchJson) : null;
    const isComplete = page.isComplete && own !== undefined && item !== undefined;
    const position = positions.format();
    if (position !== '') reply.header(POSITION_HEADER, position);
    if (oldestSeconds > 0) reply.header(AGE_HEADER, oldestSeconds);
    const look = sharedLookOf(options);
    const [order] = failures.flatMap((failure) => orderOf(failure) ?? []);
    if (order !== undefined)
      return reply
        .code(451)
        .type('text/html; charset=utf-8')
        .headers(headersOf({ kind: 'reading', allowsPayment: false, isShareable: false, look }))
        .send(withheldDocument(app, { name: page.siteName, look }, order));
    if (own != null && own.location !== null)
      return reply.header('cache-control', cacheControlOf(true)).redirect(own.location, own.status);
    const moved =
      outcome.status === 301
        ? outcome.location
        : (fixedPath(url.pathname, outcome.status === 404) ?? item ?? null);
    if (own == null && moved !== null) {
      return reply.header('cache-control', cacheControlOf(isComplete)).redirect(moved + url.search, 301);
    }
    const rendered = await render(page, request);
    const state = renderer.pageStateText(page, siteFor(page), rendered !== null);
    if (outcome.status === 503) reply.header('retry-after', RETRY_SECONDS);
    return reply
      .code(own?.status ?? outcome.status)
      .type('text/html; charset=utf-8')
      .headers(
        headersOf({
          kind: page.kind,
          allowsPayment: page.allowsPayment,
          // A shell is sent while the server is overloaded; the next client may get the rendered page.
          isShareable: isComplete && rendered !== null,
          look,
        }),
      )
      .send(
        write({
          kind: page.kind,
          source: page.source,
          head: page.head,
          preloads: rendered?.preloads ?? '',
          look,
          markup: rendered?.markup ?? null,
          state,
        }),
      );
  }

  server.get('/*', sendPage);
}
