import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { validationError } from '@vidhi/contracts/errors.ts';
import { MAX_PICTURES_PER_REQUEST, PictureVariants } from '@vidhi/contracts/picture-variants.ts';
import type { VariantBodies } from './variant-bodies.ts';

const IDS = /^[1-9]\d{0,9}(?:,[1-9]\d{0,9})*$/;

const VariantsResponse = Type.Object({
  data: Type.Record(Type.String({ pattern: '^\\d+$' }), PictureVariants, {
    description: 'By the id of the picture; those that have none yet are left out',
  }),
});
const ErrorResponse = Type.Object({
  data: Type.Null(),
  error: Type.Object({}, { additionalProperties: true }),
});

function readIds(ids: unknown): number[] {
  if (typeof ids !== 'string' || !IDS.test(ids))
    throw validationError('ids must be ids of pictures with commas between');
  const distinct = [...new Set(ids.split(',').map(Number))];
  if (distinct.length > MAX_PICTURES_PER_REQUEST)
    throw validationError(`ids must have at most ${MAX_PICTURES_PER_REQUEST} items`);
  return distinct.toSorted((a, b) => a - b);
}

/** `GET /api/picture-variants?ids=1,2`: variants, which the wire's picture objects do not include. */
export async function pictureVariantRoutes(
  app: FastifyInstance,
  { variants }: { variants: VariantBodies },
): Promise<void> {
  app.get<{ Querystring: { ids?: unknown } }>(
    '/picture-variants',
    {
      schema: {
        operationId: 'listPictureVariants',
        security: [],
        summary: 'Responsive files, placeholder and colour of pictures',
        tags: ['media'],
        querystring: Type.Object({
          ids: Type.Optional(
            Type.Unknown({ description: `Up to ${MAX_PICTURES_PER_REQUEST}, commas between` }),
          ),
        }),
        response: { 200: VariantsResponse, 400: ErrorResponse },
      },
    },
    async ({ query: { ids } }, reply) =>
      reply.type('application/json; charset=utf-8').send(variants.respond(readIds(ids))),
  );
}
