import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ReadModel } from '@vidhi/content-engine';
import type { PostSearch } from '../search/post-search.ts';
import { suggest } from './suggest.ts';

const Group = Type.Array(Type.Object({ id: Type.Integer(), label: Type.String(), slug: Type.String() }));
// The gateway merges this response with the catalog's, which has the last three groups.
const SuggestResponse = Type.Object({
  data: Type.Object({
    posts: Group,
    categories: Group,
    tags: Group,
    authors: Type.Optional(
      Type.Array(
        Type.Object({ id: Type.Integer(), label: Type.String(), slug: Type.Optional(Type.String()) }),
      ),
    ),
    books: Type.Optional(Group),
    lawyers: Type.Optional(Group),
    firms: Type.Optional(Group),
  }),
  meta: Type.Object({}),
});
const Query = Type.Object({ q: Type.Optional(Type.String({ description: 'What was typed' })) });

/** `GET /api/suggest?q=`: suggestions of a search box. */
export async function suggestRoutes(
  app: FastifyInstance,
  { model, search }: { model: ReadModel; search: PostSearch },
): Promise<void> {
  app.get<{ Querystring: { q?: unknown } }>(
    '/suggest',
    {
      schema: {
        tags: ['suggestions'],
        operationId: 'suggest',
        security: [],
        summary: 'What a search box offers, of the news and of the catalogue',
        querystring: Query,
        response: { 200: SuggestResponse },
      },
      // A `q` that is not text gets no suggestions instead of an error.
      attachValidation: true,
    },
    async ({ query: { q } }) => ({
      data: await suggest(model, search, typeof q === 'string' ? q : ''),
      meta: {},
    }),
  );
}
