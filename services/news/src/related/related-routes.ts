import type { FastifyInstance, FastifySchema } from 'fastify';
import { failure, rawQueryOf, projectionParameters } from '@vidhi/content-service';
import { notFound } from '@vidhi/contracts/errors.ts';
import { findById, parseQueryString, respondList } from '@vidhi/content-engine';
import { newsAudienceOf } from '../collections/news-audience.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import type { PostRoutesOptions } from './author-routes.ts';
import { projectionOf } from './projection-query.ts';
import { findRelated } from './related-posts.ts';

/** Described by `RELATED_PATHS`. */
const HIDDEN: FastifySchema & { hide: true } = { hide: true };

const NO_POST = 0;

/** OpenAPI description of the route, by the schemas of posts. */
export const RELATED_PATHS = {
  '/api/posts/{id}/related': {
    get: {
      tags: [postCollection.plural],
      operationId: 'listRelatedPosts',
      summary: 'Lists the posts that are related to one',
      security: [{}, { bearer: [] }],
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
        ...projectionParameters(postCollection),
      ],
      responses: {
        200: {
          description: 'Up to four posts',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/PostList' } } },
        },
        400: failure('The query is refused'),
        404: failure('No such post'),
      },
    },
  },
};

/** `GET /api/posts/{id}/related`: responds like any list of posts. */
export async function relatedRoutes(
  app: FastifyInstance,
  { model, scheduler }: PostRoutesOptions,
): Promise<void> {
  const { name } = postCollection;
  app.get<{ Params: { id: string } }>('/posts/:id/related', { schema: HIDDEN }, async (request, reply) => {
    model.publishDue();
    const audience = newsAudienceOf(request);
    const record = findById(model.store(name), request.params.id);
    if (record === undefined || !(record.isPublished || audience === 'staff')) throw notFound();
    const ids = findRelated(model, record.id);
    const query = {
      ...parseQueryString(projectionOf(rawQueryOf(request))),
      filters: { id: { $in: (ids.length === 0 ? [NO_POST] : ids).map(String) } },
      sort: ['publish_date:desc', 'id:desc'],
    };
    const body = await scheduler.read(`${audience} ${request.url}`, (cost) =>
      respondList(model, name, query, audience, undefined, cost),
    );
    return reply.type('application/json; charset=utf-8').send(body);
  });
}
