import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import type { ReadModel } from '@vidhi/content-engine';
import { FIRM, LAWYER } from '@vidhi/collections/catalog/lawyer.ts';
import { ProfileOptions } from '@vidhi/contracts/profile-options.ts';
import { ErrorResponse } from '../media/file-response.ts';
import { createProfileOptions } from './profile-options.ts';

const OptionsQuery = Type.Object({
  kind: Type.Optional(Type.Enum([LAWYER, FIRM], { description: '`SubCategory2`: 0 lawyers, 1 firms' })),
  practice: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Id or slug of a specialization' }),
  ),
});

/** `GET /api/lawyers/filter-options`: practices, states and cities that have profiles, with their counts. */
export async function filterOptionRoutes(
  app: FastifyInstance,
  { model }: { model: ReadModel },
): Promise<void> {
  const optionsOf = createProfileOptions(model);
  app.get<{ Querystring: Static<typeof OptionsQuery> }>(
    '/lawyers/filter-options',
    {
      schema: {
        tags: ['lawyers'],
        operationId: 'listFilterOptions',
        security: [],
        summary: 'Practices, states and cities that have profiles',
        querystring: OptionsQuery,
        response: { 200: ProfileOptions, 400: ErrorResponse },
      },
    },
    async ({ query }) => ({ data: optionsOf(query), meta: {} }),
  );
}
