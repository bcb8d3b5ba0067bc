import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { findDocuments } from '@vidhi/content-engine';
import { type LiveModel, rawQueryOf } from '@vidhi/content-service';
import type { Desk } from '@vidhi/contracts/desks.ts';
import { notFound } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import { rejectUntilReady } from '@vidhi/service-kit/ready-guard.ts';
import { ErrorResponse, FileResponse, ListedFile, presentFile } from './file-response.ts';
import { mediaCollection } from './media-collection.ts';
import type { RemovePicture } from './remove-picture.ts';

/** Reads one existing picture. */
export interface MediaReader {
  find(id: number): Promise<StoredDocument | null>;
}

interface MediaRoutesOptions {
  media: MediaReader;
  live: Pick<LiveModel, 'model' | 'isReady'>;
  removePicture: RemovePicture;
}

/** Desks whose documents have pictures. */
export const MEDIA_DESKS: readonly Desk[] = ['news', 'publish', 'shop', 'directory'];

const ID = /^[1-9]\d{0,9}$/;

const DOCUMENTED = { tags: ['media'], security: [{ bearer: [] }] };
const ONE = {
  params: Type.Object({ id: Type.String() }),
  response: { 200: FileResponse, 403: ErrorResponse, 404: ErrorResponse },
};

/** `/api/upload/files` and `/api/upload/files/:id`: flat objects without an envelope, for staff only. */
export async function mediaRoutes(app: FastifyInstance, options: MediaRoutesOptions): Promise<void> {
  const { media, live, removePicture } = options;
  app.addHook('onRequest', requireDesk(...MEDIA_DESKS));

  await app.register(async (lists) => {
    rejectUntilReady(lists, live.isReady);
    lists.get(
      '/api/upload/files',
      {
        schema: {
          ...DOCUMENTED,
          operationId: 'listFiles',
          summary: 'Lists pictures',
          description:
            'Takes `filters`, `_q`, `sort`, `fields`, and `start` and `limit` at the top level; all pictures without ' +
            'them. As in Strapi 4, `pagination` changes nothing.',
          response: { 200: Type.Array(ListedFile), 400: ErrorResponse, 403: ErrorResponse },
        },
      },
      async (request, reply) => {
        const raw = rawQueryOf(request);
        const { documents, fields } = findDocuments(live.model, mediaCollection.name, raw, 'staff');
        return reply
          .header('cache-control', 'no-store')
          .send(documents.map((document) => presentFile(document, fields)));
      },
    );
  });

  app.get<{ Params: { id: string } }>(
    '/api/upload/files/:id',
    { schema: { ...DOCUMENTED, ...ONE, operationId: 'getFile', summary: 'Returns one picture' } },
    async ({ params }, reply) => {
      const found = ID.test(params.id) ? await media.find(Number(params.id)) : null;
      if (found === null) throw notFound();
      return reply.header('cache-control', 'no-store').send(presentFile(found));
    },
  );

  app.delete<{ Params: { id: string } }>(
    '/api/upload/files/:id',
    {
      onRequest: requireDesk('publish'),
      schema: {
        ...DOCUMENTED,
        ...ONE,
        operationId: 'deleteFile',
        summary: 'Removes a picture and its files',
        description: 'Answers the picture as it was. Relations to it are null from then on.',
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const removed = ID.test(id) ? await removePicture(Number(id), { actor: actorOf(request) }) : null;
      if (removed === null) throw notFound();
      return reply.header('cache-control', 'no-store').send(presentFile(removed));
    },
  );
}
