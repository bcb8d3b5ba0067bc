import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Origin } from '@vidhi/content-service/import-origin.ts';
import type { ImportUsers } from './import-users.ts';
import type { UserRepository } from './user-repository.ts';

const MAX_ITEMS = 5_000;
const BODY_LIMIT = 32 * 1024 * 1024;
const REPLACE_HEADER = 'x-import-replace';

const Batch = Type.Object({
  items: Type.Array(Type.Object({ id: Type.Integer() }, { additionalProperties: true }), {
    maxItems: MAX_ITEMS,
  }),
  origin: Type.Object({ site: Type.String({ minLength: 1, maxLength: 200 }), demo: Type.Boolean() }),
  replace: Type.Optional(Type.Boolean()),
});

/** Records which site the accounts come from: rejects a second site, and replaces the demo on request. */
export interface ImportOrigin {
  claim(wanted: Origin, replace: boolean, removeAll: () => Promise<void>): Promise<void>;
  find(): Promise<Origin | null>;
}

interface UserImportOptions {
  importUsers: ImportUsers;
  users: Pick<UserRepository, 'removeImported' | 'count'>;
  origin: ImportOrigin;
}

/** `POST /internal/import/users`; the enclosing scope requires the service token. */
export async function userImportRoutes(
  app: FastifyInstance,
  { importUsers, users, origin }: UserImportOptions,
): Promise<void> {
  app.post<{ Body: Static<typeof Batch> }>(
    '/internal/import/users',
    { schema: { body: Batch }, bodyLimit: BODY_LIMIT, handlerTimeout: 120_000 },
    async ({ body, headers }) => {
      const replace = body.replace === true || headers[REPLACE_HEADER] === 'true';
      await origin.claim(body.origin, replace, () => users.removeImported());
      return importUsers(body.items);
    },
  );

  app.get('/internal/import-status', async () => ({
    origin: await origin.find(),
    counts: { user: await users.count() },
  }));
}
