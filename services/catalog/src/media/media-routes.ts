import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';

/** The pictures that there are, by id. */
export interface MediaReader {
  list(): Promise<StoredDocument[]>;
  find(id: number): Promise<StoredDocument | null>;
}

const ID = /^[1-9]\d{0,9}$/;

const Text = Type.Union([Type.String(), Type.Null()]);
const Amount = Type.Union([Type.Number(), Type.Null()]);
const AnyObject = Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()]);

/** A flat file object, in the order of the wire. */
const FileAnswer = Type.Object({
  id: Type.Integer(),
  name: Text,
  alternativeText: Text,
  caption: Text,
  width: Amount,
  height: Amount,
  formats: AnyObject,
  hash: Text,
  ext: Text,
  mime: Text,
  size: Amount,
  url: Text,
  previewUrl: Text,
  provider: Text,
  provider_metadata: AnyObject,
  createdAt: Text,
  updatedAt: Text,
});
const Refusal = Type.Object({ data: Type.Null(), error: Type.Object({}, { additionalProperties: true }) });
const DOCUMENTED = { tags: ['media'], security: [{ bearer: [] }] };

const present = (stored: StoredDocument): Record<string, unknown> =>
  Object.fromEntries(Object.keys(FileAnswer.properties).map((name) => [name, stored[name] ?? null]));

/** `GET /api/upload/files` and one of them: flat objects without an envelope, for staff. */
export async function mediaRoutes(app: FastifyInstance, { media }: { media: MediaReader }): Promise<void> {
  app.addHook('onRequest', requireRole(ROLE.editor, ROLE.administrator));

  app.get(
    '/api/upload/files',
    {
      schema: {
        ...DOCUMENTED,
        summary: 'All pictures',
        response: { 200: Type.Array(FileAnswer), 403: Refusal },
      },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'no-store').send((await media.list()).map(present)),
  );

  app.get<{ Params: { id: string } }>(
    '/api/upload/files/:id',
    {
      schema: {
        ...DOCUMENTED,
        summary: 'One picture',
        params: Type.Object({ id: Type.String() }),
        response: { 200: FileAnswer, 403: Refusal, 404: Refusal },
      },
    },
    async ({ params }, reply) => {
      const found = ID.test(params.id) ? await media.find(Number(params.id)) : null;
      if (found === null) throw notFound();
      return reply.header('cache-control', 'no-store').send(present(found));
    },
  );
}
