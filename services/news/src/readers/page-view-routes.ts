import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { siteOptionCollection } from '@vidhi/collections/news/site-settings.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { validationError } from '@vidhi/contracts/errors.ts';
import {
  MAX_SUMMARY_DAYS,
  PageViewBody,
  PageViewQuery,
  PageViewSummaryResponse,
} from '@vidhi/contracts/page-views.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import type { SitePaths } from '../redirects/site-paths.ts';
import type { ViewLimit } from '../views/view-limit.ts';
import { clientAddressOf } from '../views/visitor.ts';
import { arrivalSource, referrerHost } from './arrival-source.ts';
import { countedPath } from './counted-path.ts';
import { dayAfter, daysBetween } from './india-days.ts';
import type { ReaderCountStore } from './reader-count-store.ts';
import type { ReaderCounts } from './reader-counts.ts';
import { countedSearch } from './search-text.ts';

export interface PageViewRoutesOptions {
  model: ReadModel;
  paths: Pick<SitePaths, 'hasPage'>;
  counts: Pick<ReaderCounts, 'addView' | 'addSearch'>;
  store: Pick<ReaderCountStore, 'summary'>;
  limit: Pick<ViewLimit, 'takeAddressView'>;
  /** Host of the site: its own pages are no referrers. */
  publicUrl: string;
}

const SINGLE_ID = 1;
/** Programs that name themselves; the header is read here and nowhere stored. */
const PROGRAMS = /bot\b|crawl|spider|slurp|preview|monitor|lighthouse/i;
const ErrorResponse = Type.Object({
  data: Type.Null(),
  error: Type.Object({}, { additionalProperties: true }),
});

/**
 * `POST /api/page-views`, which pages send while the site counts its readers, and `GET /api/page-views/summary` for the newsroom.
 * Neither sets nor reads a cookie. The response is the same whether something was counted or not.
 */
export async function pageViewRoutes(app: FastifyInstance, options: PageViewRoutesOptions): Promise<void> {
  const { model, paths, counts, store, limit, publicUrl } = options;
  const siteOptions = documentsOf(model, siteOptionCollection);
  const ownHost = referrerHost(new URL(publicUrl).hostname);
  const isCounting = (): boolean => siteOptions.get(SINGLE_ID)?.count_readers === true;

  function count({ data }: PageViewBody, address: string): void {
    if ('search' in data) {
      const { search, is_empty: isEmpty } = data;
      return counts.addSearch({ text: countedSearch(search), isEmpty, address });
    }
    const page = countedPath(data.path, paths);
    if (page === null) return undefined;
    if (data.arrival === undefined) return counts.addView(page);
    const host = referrerHost(data.arrival.referrer);
    const isOwn = host !== null && host === ownHost;
    const arrival = { host, source: arrivalSource(host, data.arrival.source) };
    return counts.addView(isOwn ? page : { ...page, arrival });
  }

  app.post<{ Body: PageViewBody }>(
    '/page-views',
    {
      schema: {
        tags: ['page-views'],
        operationId: 'countPageView',
        summary: 'Counts a page that was shown, or a search',
        description:
          'Without cookies. Counts nothing while the option `count_readers` is off, and what is no page of the site.',
        security: [],
        body: PageViewBody,
        response: { 204: Type.Null({ description: 'Received' }), 400: ErrorResponse },
      },
    },
    async (request, reply) => {
      const address = clientAddressOf(request);
      const isProgram = PROGRAMS.test(request.headers['user-agent'] ?? '');
      if (isCounting() && !isProgram && limit.takeAddressView(address)) count(request.body, address);
      return reply.code(204).header('cache-control', 'no-store').send(null);
    },
  );

  app.get<{ Querystring: PageViewQuery }>(
    '/page-views/summary',
    {
      config: { strictAuth: true },
      onRequest: requireDesk('news', 'publish'),
      schema: {
        tags: ['page-views'],
        operationId: 'readPageViewSummary',
        summary: 'Pages, referrers, sources and searches of a period, by day and in sum',
        description:
          'Names are stored for thirty days, afterwards the sums of each day. A search has a row of its own once it came from three addresses on one day.',
        security: [{ bearer: [] }],
        querystring: PageViewQuery,
        response: {
          200: PageViewSummaryResponse,
          400: ErrorResponse,
          401: ErrorResponse,
          403: ErrorResponse,
        },
      },
    },
    async ({ query }, reply) => {
      const { from, to } = query;
      if (dayAfter(from, 0) !== from || dayAfter(to, 0) !== to)
        throw validationError('There is no such day.');
      const days = daysBetween(from, to);
      if (days < 0) throw validationError('The first day must not be after the last one.');
      if (days >= MAX_SUMMARY_DAYS) throw validationError(`A period has at most ${MAX_SUMMARY_DAYS} days.`);
      return reply.header('cache-control', 'no-store').send({ data: await store.summary(query, Date.now()) });
    },
  );
}
