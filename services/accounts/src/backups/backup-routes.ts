import type { FastifyInstance } from 'fastify';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { BackupList } from '@vidhi/contracts/system-health.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import type { StoredDocument } from '@vidhi/service-kit/stored-collection.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { BACKUPS } from './backup-collection.ts';

export type Backup = StoredDocument<typeof BACKUPS>;

export interface BackupRoutesOptions {
  /** Resolves with the newest backups, the newest first. */
  listBackups: (limit: number) => Promise<Backup[]>;
}

const MAX_LISTED = 20;

/** `GET /api/system/backups`, for administrators. */
export async function backupRoutes(
  app: FastifyInstance,
  { listBackups }: BackupRoutesOptions,
): Promise<void> {
  app.get(
    '/api/system/backups',
    {
      config: { strictAuth: true },
      onRequest: requireRole(ROLE.administrator),
      schema: {
        tags: ['system'],
        security: [{ bearer: [] }],
        summary: 'The last backups that npm run backup has made',
        description: 'Backups that are made in another way, as by mongodump, are not in it.',
        operationId: 'listBackups',
        response: { 200: BackupList, 401: ErrorResponse, 403: ErrorResponse },
      },
    },
    async (_request, reply) => {
      void reply.header('cache-control', 'no-store');
      const backups = await listBackups(MAX_LISTED);
      return {
        data: backups.map(({ _id, finishedAt, documents, bytes, files }) => ({
          started_at: _id.toISOString(),
          finished_at: finishedAt.toISOString(),
          documents,
          bytes,
          files,
        })),
      };
    },
  );
}
