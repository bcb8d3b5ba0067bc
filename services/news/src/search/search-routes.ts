import type { FastifyInstance, FastifySchema } from 'fastify';
import { respondByIds, type ReadModel } from '@vidhi/content-engine';
import { failure, projectionParameters, rawQueryOf, type ReadScheduler } from '@vidhi/content-service';
import { paginationOf } from '@vidhi/contracts/paging.ts';
import type { PostSearchMeta } from '@vidhi/contracts/post-search.ts';
import { newsAudienceOf } from '../collections/news-audience.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { projectionOf } from '../related/projection-query.ts';
import { findSubjects } from './find-subjects.ts';
import type { PostSearch } from './post-search.ts';

/** Page size, as in the lists of categories and tags. */
const PAGE_SIZE = 24;
const PAGE = /^[1-9]\d{0,4}$/;
const MAX_TEXT_LENGTH = 200;

/** Described by `SEARCH_PATHS`. */
const HIDDEN: FastifySchema & { hide: true } = { hide: true };

const texts = { type: 'string' } as const;
const number = { type: 'integer' } as const;
const marks = {
  type: 'array',
  items: { type: 'array', items: number, minItems: 2, maxItems: 2 },
  description: 'Start and end of each marked part, in UTF-16 code units',
} as const;
const suggested = {
  type: 'object',
  required: ['text', 'total'],
  properties: { text: texts, total: number },
} as const;
const arrayOf = (items: object) => ({ type: 'array', items }) as const;

const META = {
  type: 'object',
  required: ['pagination', 'search'],
  properties: {
    pagination: { $ref: '#/components/schemas/Pagination' },
    search: {
      type: 'object',
      required: ['isComplete', 'correction', 'shorter', 'subjects', 'matches'],
      properties: {
        isComplete: { type: 'boolean', description: 'False while older posts are still being indexed' },
        correction: {
          anyOf: [suggested, { type: 'null' }],
          description: 'The text with misspelt words corrected',
        },
        shorter: {
          ...arrayOf(suggested),
          description: 'The text without one of its words, when no post has all of them',
        },
        subjects: {
          ...arrayOf({
            type: 'object',
            required: ['kind', 'id', 'name', 'slug'],
            properties: {
              kind: { type: 'string', enum: ['category', 'tag', 'author'] },
              id: number,
              name: texts,
              slug: { anyOf: [texts, { type: 'null' }] },
            },
          }),
          description: 'Categories, tags and authors whose names have the words',
        },
        matches: {
          ...arrayOf({
            type: 'object',
            required: ['id', 'title', 'excerpt', 'names'],
            properties: {
              id: number,
              title: marks,
              excerpt: {
                anyOf: [
                  { type: 'object', required: ['text', 'marks'], properties: { text: texts, marks } },
                  { type: 'null' },
                ],
              },
              names: arrayOf(texts),
            },
          }),
          description: 'Where each post of the page matches',
        },
      },
    },
  },
} as const;

/** OpenAPI description of the route, by the schemas of posts. */
export const SEARCH_PATHS = {
  '/api/posts/search': {
    get: {
      tags: [postCollection.plural],
      operationId: 'searchPosts',
      summary:
        'Searches title, text, categories, tags and author of the published posts, best matches first, 24 on a page',
      security: [{}, { bearer: [] }],
      parameters: [
        {
          name: 'q',
          in: 'query',
          required: false,
          schema: { type: 'string', maxLength: MAX_TEXT_LENGTH },
          description: 'Words in any order, phrases in quotation marks; without words nothing is found',
        },
        {
          name: 'pagination[page]',
          in: 'query',
          required: false,
          schema: { type: 'integer', minimum: 1, maximum: 99_999 },
        },
        ...projectionParameters(postCollection),
      ],
      responses: {
        200: {
          description: 'A page of the posts, and where they match',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['data', 'meta'],
                properties: { data: arrayOf({ $ref: '#/components/schemas/Post' }), meta: META },
              },
            },
          },
        },
        400: failure('The query is refused'),
        503: failure('Too many searches at once'),
      },
    },
  },
};

export interface SearchRoutesOptions {
  model: ReadModel;
  scheduler: ReadScheduler;
  search: PostSearch;
}

/** `GET /api/posts/search`: the search of the site's own pages. */
export async function searchRoutes(
  app: FastifyInstance,
  { model, scheduler, search }: SearchRoutesOptions,
): Promise<void> {
  app.get('/posts/search', { schema: HIDDEN }, async (request, reply) => {
    const raw = rawQueryOf(request);
    const query = new URLSearchParams(raw);
    const text = (query.get('q') ?? '').slice(0, MAX_TEXT_LENGTH);
    const requested = query.get('pagination[page]') ?? '1';
    const page = PAGE.test(requested) ? Number(requested) : 1;
    const found = await search.search(text, { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE });
    const { ids, total, correction, shorter, matches, isComplete } = found;
    const meta = {
      pagination: paginationOf({ page, pageSize: PAGE_SIZE }, total),
      search: {
        isComplete,
        correction,
        shorter,
        subjects: page === 1 ? findSubjects(model, text) : [],
        matches,
      } satisfies PostSearchMeta,
    };
    const audience = newsAudienceOf(request);
    const body = await scheduler.read(`${audience} ${request.url}`, (cost) =>
      respondByIds(model, postCollection.name, { ids, raw: projectionOf(raw), audience, cost, meta }),
    );
    return reply.type('application/json; charset=utf-8').send(body);
  });
}
