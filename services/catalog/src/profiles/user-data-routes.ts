import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** Resolves with the profile of a user as it is stored; null without one. */
export type FindProfileOf = (userId: number) => Promise<StoredDocument | null>;

/** Resolves with the pictures that a user uploaded, as clients see them. */
export type FindPicturesOf = (userId: number) => Promise<object[]>;

const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });

/** `GET /internal/users/{id}/profile`, for the export of an account; the enclosing scope requires the service token. */
export async function userDataRoutes(
  app: FastifyInstance,
  { findProfileOf, findPicturesOf }: { findProfileOf: FindProfileOf; findPicturesOf: FindPicturesOf },
): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/internal/users/:id/profile',
    { schema: { params: Params } },
    async ({ params }) => ({
      profile: await findProfileOf(Number(params.id)),
      pictures: await findPicturesOf(Number(params.id)),
    }),
  );
}
