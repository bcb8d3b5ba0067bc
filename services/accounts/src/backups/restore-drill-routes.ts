import type { FastifyInstance } from 'fastify';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { RestoreDrillList } from '@vidhi/contracts/system-health.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import type { StoredDocument } from '@vidhi/service-kit/stored-collection.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { RESTORE_DRILLS } from './restore-drill-collection.ts';

export type RestoreDrill = StoredDocument<typeof RESTORE_DRILLS>;

export interface RestoreDrillRoutesOptions {
  /** Resolves with the newest drills, the newest first. */
  listRestoreDrills: (limit: number) => Promise<RestoreDrill[]>;
}

const MAX_LISTED = 20;

/** `GET /api/system/restore-drills`, for administrators. */
export async function restoreDrillRoutes(
  app: FastifyInstance,
  { listRestoreDrills }: RestoreDrillRoutesOptions,
): Promise<void> {
  app.get(
    '/api/system/restore-drills',
    {
      config: { strictAuth: true },
      onRequest: requireRole(ROLE.administrator),
      schema: {
        tags: ['system'],
        security: [{ bearer: [] }],
        summary: 'The last backups that npm run drill:restore has tried to restore',
        operationId: 'listRestoreDrills',
        response: { 200: RestoreDrillList, 401: ErrorResponse, 403: ErrorResponse },
      },
    },
    async (_request, reply) => {
      void reply.header('cache-control', 'no-store');
      const drills = await listRestoreDrills(MAX_LISTED);
      return {
        data: drills.map(({ _id, finishedAt, backupStartedAt, documents, failure = null }) => ({
          started_at: _id.toISOString(),
          finished_at: finishedAt.toISOString(),
          backup_started_at: backupStartedAt.toISOString(),
          documents,
          failure,
        })),
      };
    },
  );
}
