import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import type { ReadModel } from '@vidhi/content-engine/model/read-model.ts';
import { suggest } from './suggest.ts';

const Group = Type.Array(Type.Object({ id: Type.Integer(), label: Type.String(), slug: Type.String() }));
const Answer = Type.Object({
  data: Type.Object({ books: Group, lawyers: Group, firms: Group }),
  meta: Type.Object({}),
});

// The joined answer is described by news, whose address it is.
const HIDDEN: FastifySchema & { hide: true } = { hide: true, response: { 200: Answer } };

/** `GET /api/suggest?q=`: the catalogue's part of what a search box offers; the gateway joins it with the news'. */
export async function suggestRoutes(app: FastifyInstance, { model }: { model: ReadModel }): Promise<void> {
  app.get<{ Querystring: { q?: unknown } }>('/suggest', { schema: HIDDEN }, async ({ query: { q } }) => ({
    data: suggest(model, typeof q === 'string' ? q : ''),
    meta: {},
  }));
}
