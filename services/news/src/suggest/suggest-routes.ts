import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ReadModel } from '@vidhi/content-api/read-model.ts';
import { suggest } from './suggest.ts';

const Group = Type.Array(Type.Object({ id: Type.Integer(), label: Type.String(), slug: Type.String() }));
const Answer = Type.Object({
  data: Type.Object({ posts: Group, categories: Group, tags: Group }),
  meta: Type.Object({}),
});

/** `GET /api/suggest?q=`: what a search box offers while somebody types. */
export async function suggestRoutes(app: FastifyInstance, { model }: { model: ReadModel }): Promise<void> {
  app.get<{ Querystring: { q?: unknown } }>(
    '/suggest',
    { schema: { response: { 200: Answer } } },
    async ({ query: { q } }) => ({ data: suggest(model, typeof q === 'string' ? q : ''), meta: {} }),
  );
}
