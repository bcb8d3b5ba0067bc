import type { FastifyInstance } from 'fastify';
import { importEndpoint, type ImportOrigin } from '@vidhi/content-service/import-endpoint.ts';
import type { ImportUsers } from './import-users.ts';
import type { UserRepository } from './user-repository.ts';

interface UserImportOptions {
  importUsers: ImportUsers;
  users: Pick<UserRepository, 'removeImported' | 'count'>;
  origin: ImportOrigin;
}

/** The import of accounts; the enclosing scope requires the service token. */
export const userImportRoutes = (
  app: FastifyInstance,
  { importUsers, users, origin }: UserImportOptions,
): Promise<void> =>
  importEndpoint(app, {
    type: 'users',
    importerOf: () => importUsers,
    origin,
    removeAll: () => users.removeImported(),
    counts: async () => ({ user: await users.count() }),
  });
