import type { FastifyInstance } from 'fastify';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { hostedPageCollection } from '@vidhi/collections/news/hosted-page.ts';
import { ShadowedPages } from '@vidhi/contracts/shadowed-pages.ts';
import type { ReadModel } from '@vidhi/content-engine';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import { shadowedCategories, shadowedHostedPages } from './shadowed-pages.ts';

const LISTS = [
  [hostedPageCollection, shadowedHostedPages, 'listShadowedPages'],
  [categoryCollection, shadowedCategories, 'listShadowedCategories'],
] as const;

/** `GET /api/hosted-pages/shadowed` and `GET /api/categories/shadowed`, for staff: what readers do not reach, and why. */
export async function shadowedRoutes(app: FastifyInstance, { model }: { model: ReadModel }): Promise<void> {
  for (const [{ plural }, list, operationId] of LISTS)
    app.get(
      `/${plural}/shadowed`,
      {
        onRequest: requireDesk('news', 'publish'),
        schema: {
          tags: ['slugs'],
          operationId,
          summary: `Lists ${plural} whose address another page has, so that readers do not reach them`,
          security: [{ bearer: [] }],
          response: { 200: ShadowedPages },
        },
      },
      async (_request, reply) => {
        model.publishDue();
        return reply.header('cache-control', 'no-store').send({ data: list(model) });
      },
    );
}
