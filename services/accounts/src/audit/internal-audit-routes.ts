import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { KnownAuditQuery, KnownAuditResponse } from '@vidhi/contracts/audit.ts';
import type { AuditRepository } from './audit-repository.ts';

/** `POST /internal/audit/known`, by which services learn what the log has; the enclosing scope requires the service token. */
export async function internalAuditRoutes(
  app: FastifyInstance,
  { audit }: { audit: Pick<AuditRepository, 'known'> },
): Promise<void> {
  app.post<{ Body: Static<typeof KnownAuditQuery> }>(
    '/internal/audit/known',
    { schema: { body: KnownAuditQuery, response: { 200: KnownAuditResponse } } },
    async ({ body }) => ({ known: await audit.known(body.eventIds) }),
  );
}
