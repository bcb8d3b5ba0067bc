import type { FastifyInstance } from 'fastify';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { CardProviderState } from '@vidhi/contracts/server-settings.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';

export interface CardProviderRoutesOptions {
  cardProvider: CardProviderState['data'];
}

/** `GET /api/system/payments/card-provider`, for administrators. */
export async function cardProviderRoutes(
  app: FastifyInstance,
  { cardProvider }: CardProviderRoutesOptions,
): Promise<void> {
  app.get(
    '/api/system/payments/card-provider',
    {
      config: { strictAuth: true },
      onRequest: requireRole(ROLE.administrator),
      schema: {
        summary: 'Whether payments are real: which keys of the card provider the server has',
        operationId: 'readCardProvider',
        tags: ['system'],
        security: [{ bearer: [] }],
        response: { 200: CardProviderState },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: cardProvider };
    },
  );
}
