import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { type LiveModel, pictureUsageRoutes } from '@vidhi/content-service';
import type { ContentWrites, Revised } from '@vidhi/content-service/store.ts';
import { paginationOf, paginationSchema } from '@vidhi/contracts/paging.ts';
import { notFound, validationError } from '@vidhi/contracts/errors.ts';
import { LibraryFacts, ListedLibraryFacts } from '@vidhi/contracts/media-library.ts';
import { isWithinPicture } from '@vidhi/contracts/picture-variants.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import { rejectUntilReady } from '@vidhi/service-kit/ready-guard.ts';
import { ownedCollections } from '../collections/catalog-collections.ts';
import { readFileName } from './file-name.ts';
import { ErrorResponse, FileResponse } from './file-response.ts';
import { readFolder } from './folder.ts';
import { mediaCollection } from './media-collection.ts';
import { MEDIA_DESKS } from './media-routes.ts';
import { duplicatesOf, presentLibraryFile, searchLibrary } from './picture-library.ts';

export interface LibraryRoutesOptions {
  live: Pick<LiveModel, 'model' | 'isReady'>;
  /** The model has public attributes only. Staff read rarely. */
  store: Pick<ContentWrites, 'update' | 'each' | 'find' | 'listCopies'>;
  /** Called before the response is sent, so that the next read has the change. */
  onChanged: (changed: Revised) => void | Promise<void>;
}

const MAX_PAGE_SIZE = 150;
const ID = /^[1-9]\d{0,9}$/;
const Text = Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()]));
const ChangeBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    alternativeText: Text,
    caption: Text,
    credit: Text,
    folder: Type.Optional(Type.String({ maxLength: 400 })),
    focus: Type.Optional(LibraryFacts.properties.focus),
    crop: Type.Optional(LibraryFacts.properties.crop),
  },
  { additionalProperties: false, minProperties: 1 },
);
const Query = Type.Object({
  q: Type.String({ default: '', maxLength: 200 }),
  folder: Type.Optional(Type.String({ maxLength: 400 })),
  kind: Type.Enum(['all', 'pictures', 'documents'], { default: 'all' }),
  missing_alternative: Type.Enum(['true', 'false'], { default: 'false' }),
  duplicates: Type.Enum(['true', 'false'], { default: 'false' }),
  sort: Type.Enum(['name', '-name', 'created', '-created', 'size', '-size'], { default: '-created' }),
  page: Type.String({ default: '1', pattern: '^[1-9]\\d{0,5}$' }),
  pageSize: Type.String({ default: '25', pattern: '^[1-9]\\d{0,2}$' }),
});
const LibraryFile = Type.Object({ ...FileResponse.properties, ...LibraryFacts.properties });
const ListedFile = Type.Object({ ...FileResponse.properties, ...ListedLibraryFacts.properties });
const documented = (operationId: string, summary: string) => ({
  tags: ['media'],
  security: [{ bearer: [] }],
  operationId,
  summary,
});

/** The media library of the console: search and folders, changes of what is known of a picture, and where it is shown. */
export async function libraryRoutes(app: FastifyInstance, options: LibraryRoutesOptions): Promise<void> {
  const { live, store, onChanged } = options;
  async function findAll(): Promise<StoredDocument[]> {
    const files: StoredDocument[] = [];
    await store.each(mediaCollection, ({ doc }) => void files.push(doc));
    return files;
  }
  app.addHook('onRequest', requireDesk(...MEDIA_DESKS));

  await app.register(async (lists) => {
    rejectUntilReady(lists, live.isReady);
    await lists.register(pictureUsageRoutes, {
      model: live.model,
      collections: ownedCollections,
      desks: MEDIA_DESKS,
      store,
      path: '/api/upload/usage',
      operationId: 'listPictureUsage',
    });
    lists.get<{ Querystring: Static<typeof Query> }>(
      '/api/upload/library',
      {
        schema: {
          ...documented('searchPictures', 'Pictures and documents with folders, credits and duplicates'),
          querystring: Query,
          response: {
            200: Type.Object({
              data: Type.Array(ListedFile),
              meta: Type.Object({
                pagination: paginationSchema,
                folders: Type.Array(Type.Object({ path: Type.String(), count: Type.Integer() })),
              }),
            }),
            400: ErrorResponse,
            403: ErrorResponse,
          },
        },
      },
      async ({ query }, reply) => {
        const { folder, kind, q, sort } = query;
        const page = Number(query.page);
        const pageSize = Math.min(MAX_PAGE_SIZE, Number(query.pageSize));
        const { files, total, folders } = searchLibrary(await findAll(), {
          q,
          sort,
          kind,
          folder: folder === undefined ? null : readFolder(folder),
          missingAlternative: query.missing_alternative === 'true',
          duplicates: query.duplicates === 'true',
          page,
          pageSize,
        });
        const pagination = paginationOf({ page, pageSize }, total);
        return reply.header('cache-control', 'no-store').send({ data: files, meta: { pagination, folders } });
      },
    );
  });

  app.get<{ Params: { id: string } }>(
    '/api/upload/library/:id',
    {
      schema: {
        ...documented('findPicture', 'One picture with folder, credit and duplicates'),
        params: Type.Object({ id: Type.String() }),
        response: { 200: ListedFile, 403: ErrorResponse, 404: ErrorResponse },
      },
    },
    async ({ params }, reply) => {
      const found = ID.test(params.id) ? await store.find(mediaCollection, Number(params.id)) : null;
      if (found === null) throw notFound();
      const { doc: file } = found;
      return reply
        .header('cache-control', 'no-store')
        .send({ ...presentLibraryFile(file), duplicates: duplicatesOf(file, await findAll()) });
    },
  );

  app.put<{ Params: { id: string }; Body: Static<typeof ChangeBody> }>(
    '/api/upload/files/:id',
    {
      schema: {
        ...documented('changeFile', 'Changes name, texts, credit, folder, focal point or crop of a picture'),
        description: 'Its files stay as they are, whatever folder it is in.',
        params: Type.Object({ id: Type.String() }),
        body: ChangeBody,
        response: {
          200: LibraryFile,
          400: ErrorResponse,
          401: ErrorResponse,
          403: ErrorResponse,
          404: ErrorResponse,
        },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const { folder, name, ...texts } = body;
      if (texts.crop && !isWithinPicture(texts.crop))
        throw validationError('crop must end within the picture');
      const values = {
        ...texts,
        ...(name === undefined ? {} : { name: readFileName(name) }),
        ...(folder === undefined ? {} : { folderPath: readFolder(folder) }),
      };
      const id = ID.test(params.id) ? Number(params.id) : null;
      const origin = { actor: actorOf(request) };
      const changed = id === null ? null : await store.update(mediaCollection, id, () => values, origin);
      if (changed === null) throw notFound();
      await onChanged(changed);
      return reply.header('cache-control', 'no-store').send(presentLibraryFile(changed.doc));
    },
  );
}
