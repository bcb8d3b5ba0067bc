import type { FastifyInstance } from 'fastify';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import type { ContentWriter, WriteContext } from '@vidhi/content-service';
import { newsAuthorCollection } from '@vidhi/collections/news/news-author.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { attributeErrors, forbidden, notFound } from '@vidhi/contracts/errors.ts';
import { newsAudienceOf } from '../collections/news-audience.ts';
import { postsOfGuest } from './find-author.ts';

export interface MergeRoutesOptions {
  model: ReadModel;
  writer: ContentWriter;
}

const invalid = (message: string): Error => attributeErrors([{ path: ['into'], message }]);

/**
 * `POST /api/news-authors/{id}/merge`: gives the articles and the addresses of an author to another one, and removes it. Each
 * article is a write of its own; a merge that was interrupted is completed by sending it again.
 */
export async function mergeRoutes(
  app: FastifyInstance,
  { model, writer }: MergeRoutesOptions,
): Promise<void> {
  const authors = documentsOf(model, newsAuthorCollection);
  app.post<{ Params: { id: string } }>(
    '/news-authors/:id/merge',
    { schema: { hide: true } as object },
    async (request) => {
      if (!hasDesk(request.principal, 'publish')) throw forbidden();
      const author = authors.get(Number(request.params.id));
      if (author === undefined) throw notFound();
      const { data } = (request.body ?? {}) as { data?: { into?: unknown } };
      const into = typeof data?.into === 'number' ? authors.get(data.into) : undefined;
      if (into === undefined) throw invalid('into must be the id of another author');
      if (into.id === author.id) throw invalid('An author cannot be merged into itself');
      if (author.user !== null)
        throw invalid(`${author.name ?? ''} has an account of the newsroom: merge the guest into it`);
      const context: WriteContext = {
        request,
        audience: newsAudienceOf(request),
        audit: { action: 'merge', reason: `Merged into ${into.name ?? ''}` },
      };
      const posts = postsOfGuest(model, author.id);
      const byline = into.user === null ? { guest_author: into.id } : { user: into.user, guest_author: null };
      for (const id of posts) {
        const edit = { kind: 'save', note: `Author merged into ${into.name ?? ''}` } as const;
        await writer.update(postCollection, id, byline, { ...context, edit });
      }
      const former = Array.isArray(author.old_slugs) ? author.old_slugs : [];
      await writer.update(
        newsAuthorCollection,
        into.id,
        {
          old_slugs: (known: unknown) =>
            [...new Set([...(Array.isArray(known) ? known : []), ...former, author.slug])].filter(
              (slug) => slug !== into.slug,
            ),
        },
        context,
      );
      await writer.remove(newsAuthorCollection, author.id, context);
      await writer.acknowledged?.(request);
      return { data: { id: into.id, articles: posts.length } };
    },
  );
}

/** OpenAPI description of the route. */
export const MERGE_PATHS = {
  '/api/news-authors/{id}/merge': {
    post: {
      tags: [newsAuthorCollection.plural],
      operationId: 'mergeNewsAuthor',
      summary: 'Gives the articles and addresses of an author to another one, and removes it',
      security: [{ bearer: [] }],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['data'],
              properties: {
                data: {
                  type: 'object',
                  required: ['into'],
                  properties: { into: { type: 'integer', minimum: 1 } },
                },
              },
            },
          },
        },
      },
      responses: {
        200: {
          description: 'The id of the other author, and the number of articles that it got',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  data: {
                    type: 'object',
                    properties: { id: { type: 'integer' }, articles: { type: 'integer' } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};
