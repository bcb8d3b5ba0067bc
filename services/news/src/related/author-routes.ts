import type { FastifyInstance, FastifySchema } from 'fastify';
import { failure, projectionParameters, rawQueryOf, type ReadScheduler } from '@vidhi/content-service';
import { respondByIds, type ReadModel } from '@vidhi/content-engine';
import { newsAuthorCollection } from '@vidhi/collections/news/news-author.ts';
import { paginationOf } from '@vidhi/contracts/paging.ts';
import { notFound } from '@vidhi/contracts/errors.ts';
import { findAuthor, type NewsAuthor } from '../authors/find-author.ts';
import type { SlugHistory } from '../slugs/slug-history.ts';
import { newsAudienceOf } from '../collections/news-audience.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { findPostsOfAuthor } from './author-posts.ts';
import { projectionOf } from './projection-query.ts';

/** Page size, as in the lists of categories and tags. */
const PAGE_SIZE = 24;
const PAGE = /^[1-9]\d{0,5}$/;

/** Described by `AUTHOR_PATHS`. */
const HIDDEN: FastifySchema & { hide: true } = { hide: true };

/** OpenAPI description of the route, by the schemas of posts. */
export const AUTHOR_PATHS = {
  '/api/posts/by-author/{id}': {
    get: {
      tags: [postCollection.plural],
      operationId: 'listPostsOfAuthor',
      summary: 'Lists the published posts of one author, the newest first, 24 on a page',
      security: [{}, { bearer: [] }],
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'The id of an account, or the slug of an author of `news-authors`, present or former',
          schema: { type: 'string', minLength: 1 },
        },
        {
          name: 'pagination[page]',
          in: 'query',
          required: false,
          schema: { type: 'integer', minimum: 1, maximum: 999_999 },
        },
        ...projectionParameters(postCollection),
      ],
      responses: {
        200: {
          description:
            'A page of the posts; `meta.author` is the entry of `news-authors` where the author has one',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/PostList' } } },
        },
        400: failure('The query is refused'),
        404: failure('No such author, or none with a published post'),
      },
    },
  },
};

export interface PostRoutesOptions {
  model: ReadModel;
  /** Shared with the lists, so that all costly reads of the process are executed one after the other. */
  scheduler: ReadScheduler;
}

const ENTITY = '&populate[picture][fields][0]=*';

/** Returns the author as responses have it in `meta`, with the picture. */
const relatedAuthor = ({ id }: NewsAuthor) => ({
  author: { name: newsAuthorCollection.name, id, raw: ENTITY },
});

export interface AuthorRoutesOptions extends PostRoutesOptions {
  history: SlugHistory;
}

/**
 * `GET /api/posts/by-author/{id}`: responds like any list of posts. Posts cannot be filtered by their author in the
 * dialect, as the public may not read users.
 */
export async function authorRoutes(
  app: FastifyInstance,
  { model, history, scheduler }: AuthorRoutesOptions,
): Promise<void> {
  app.get<{ Params: { id: string } }>('/posts/by-author/:id', { schema: HIDDEN }, async (request, reply) => {
    const { id } = request.params;
    const raw = rawQueryOf(request);
    const requested = new URLSearchParams(raw).get('pagination[page]') ?? '1';
    const page = PAGE.test(requested) ? Number(requested) : 1;
    const audience = newsAudienceOf(request);
    const body = await scheduler.read(`${audience} ${request.url}`, (cost) => {
      const author = findAuthor(model, history, id);
      if (author === null) throw notFound();
      const { user, entry } = author;
      const named = { user, guest: entry?.id ?? null };
      const { ids, total } = findPostsOfAuthor(model, named, { page, pageSize: PAGE_SIZE, cost });
      if (total === 0) throw notFound();
      const pagination = paginationOf({ page, pageSize: PAGE_SIZE }, total);
      return respondByIds(model, postCollection.name, {
        ids,
        raw: projectionOf(raw),
        audience,
        cost,
        meta: { pagination },
        related: entry === null ? {} : relatedAuthor(entry),
      });
    });
    return reply.type('application/json; charset=utf-8').send(body);
  });
}
