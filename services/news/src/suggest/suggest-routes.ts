import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ReadModel } from '@vidhi/content-engine';
import { suggest } from './suggest.ts';

const Group = Type.Array(Type.Object({ id: Type.Integer(), label: Type.String(), slug: Type.String() }));
// The gateway joins this answer with the catalogue's, which has the last three groups.
const Answer = Type.Object({
  data: Type.Object({
    posts: Group,
    categories: Group,
    tags: Group,
    books: Type.Optional(Group),
    lawyers: Type.Optional(Group),
    firms: Type.Optional(Group),
  }),
  meta: Type.Object({}),
});
const Query = Type.Object({ q: Type.Optional(Type.String({ description: 'What was typed' })) });

/** `GET /api/suggest?q=`: what a search box offers while somebody types. */
export async function suggestRoutes(app: FastifyInstance, { model }: { model: ReadModel }): Promise<void> {
  app.get<{ Querystring: { q?: unknown } }>(
    '/suggest',
    {
      schema: {
        tags: ['suggestions'],
        operationId: 'suggest',
        security: [],
        summary: 'What a search box offers, of the news and of the catalogue',
        querystring: Query,
        response: { 200: Answer },
      },
      // Whatever is sent as `q` that is no text has no suggestions; that is no mistake of a reader's.
      attachValidation: true,
    },
    async ({ query: { q } }) => ({ data: suggest(model, typeof q === 'string' ? q : ''), meta: {} }),
  );
}
