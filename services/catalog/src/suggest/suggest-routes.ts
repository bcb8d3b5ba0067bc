import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import type { ReadModel } from '@vidhi/content-engine';
import { suggest } from './suggest.ts';

const Group = Type.Array(Type.Object({ id: Type.Integer(), label: Type.String(), slug: Type.String() }));
const SuggestResponse = Type.Object({
  data: Type.Object({ books: Group, lawyers: Group, firms: Group }),
  meta: Type.Object({}),
});

// The merged response is documented by news, which owns the public endpoint.
const UNDOCUMENTED: FastifySchema & { hide: true } = { hide: true, response: { 200: SuggestResponse } };

/** `GET /api/suggest?q=`: search-box suggestions of the catalogue; the gateway merges them with those of news. */
export async function suggestRoutes(app: FastifyInstance, { model }: { model: ReadModel }): Promise<void> {
  app.get<{ Querystring: { q?: unknown } }>(
    '/suggest',
    { schema: UNDOCUMENTED },
    async ({ query: { q } }) => ({
      data: suggest(model, typeof q === 'string' ? q : ''),
      meta: {},
    }),
  );
}
