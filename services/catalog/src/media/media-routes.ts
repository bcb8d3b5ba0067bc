import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import { FileResponse, ErrorResponse, presentFile } from './file-response.ts';

/** Existing pictures, ordered by id. */
export interface MediaReader {
  list(): Promise<StoredDocument[]>;
  find(id: number): Promise<StoredDocument | null>;
}

const ID = /^[1-9]\d{0,9}$/;

const DOCUMENTED = { tags: ['media'], security: [{ bearer: [] }] };

/** `GET /api/upload/files` and `/api/upload/files/:id`: flat objects without an envelope, for staff only. */
export async function mediaRoutes(app: FastifyInstance, { media }: { media: MediaReader }): Promise<void> {
  app.addHook('onRequest', requireRole(ROLE.editor, ROLE.administrator));

  app.get(
    '/api/upload/files',
    {
      schema: {
        ...DOCUMENTED,
        summary: 'All pictures',
        response: { 200: Type.Array(FileResponse), 403: ErrorResponse },
      },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'no-store').send((await media.list()).map(presentFile)),
  );

  app.get<{ Params: { id: string } }>(
    '/api/upload/files/:id',
    {
      schema: {
        ...DOCUMENTED,
        summary: 'One picture',
        params: Type.Object({ id: Type.String() }),
        response: { 200: FileResponse, 403: ErrorResponse, 404: ErrorResponse },
      },
    },
    async ({ params }, reply) => {
      const found = ID.test(params.id) ? await media.find(Number(params.id)) : null;
      if (found === null) throw notFound();
      return reply.header('cache-control', 'no-store').send(presentFile(found));
    },
  );
}
