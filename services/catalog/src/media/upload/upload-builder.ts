import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import {
  memoryContentStore,
  type MemoryContentStore,
  memoryLiveModel,
} from '@vidhi/content-service/testing.ts';
import { EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import { createMutex, createReadModel } from '@vidhi/content-engine';
import { authPlugin } from '@vidhi/service-kit/auth.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { asRole } from '../../catalog-builder.ts';
import { catalogChangeEvents } from '../../events/change-events.ts';
import { catalogCollections } from '../../collections/catalog-collections.ts';
import { catalogTopics } from '../../topics.ts';
import { sanitizeInProcess, type SanitizeImage } from './sanitize-image.ts';
import { fileSystemPictureStore } from '../files/file-system-picture-store.ts';
import { mediaCollection } from '../media-collection.ts';
import { libraryRoutes } from '../library-routes.ts';
import { mediaRoutes } from '../media-routes.ts';
import { createRemovePicture } from '../remove-picture.ts';
import { createUploadPictures } from './upload-pictures.ts';
import { createFindRegistrant } from '../../profiles/profile-owners.ts';
import { inMemoryUploadAllowance } from '../../registration/upload-allowance.ts';
import { readTestTicket } from '../../ticket-builder.ts';
import { uploadRoutes } from './upload-routes.ts';
import { uploadsRoutes } from '../files/uploads-routes.ts';

/** One part of a multipart form: a file, or a text field. */
export type Part =
  | { field?: string; name?: string; type?: string; bytes: Buffer }
  | { field: string; text: string };

const BOUNDARY = 'vidhi-boundary';

function headersOf(part: Part): string {
  if ('text' in part) return `Content-Disposition: form-data; name="${part.field}"`;
  const { field = 'files', name = 'court.png', type = 'image/png' } = part;
  return `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}`;
}

/** Encodes a form by hand, so that tests can send names and parts that no HTTP client produces. */
export function aForm(parts: readonly Part[]): { body: Buffer; headers: { 'content-type': string } } {
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${BOUNDARY}\r\n${headersOf(part)}\r\n\r\n`),
    'text' in part ? Buffer.from(part.text) : part.bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

export interface UploadUnderTest {
  app: FastifyInstance;
  store: MemoryContentStore;
  upload(
    parts: readonly Part[],
    credentials?: number | Record<string, string>,
  ): Promise<Awaited<ReturnType<FastifyInstance['inject']>>>;
  /** Names of stored files and of temporary ones. */
  stored(): Promise<{ uploads: string[]; documents: string[]; incoming: string[] }>;
  close(): Promise<void>;
}

interface UploadOptions {
  sanitize?: SanitizeImage;
  maxBytes?: number;
  maxDocumentBytes?: number;
}

/** Creates the upload routes with an in-memory document store, a temporary folder and the real sanitizing process. */
export async function anUpload(options: UploadOptions = {}): Promise<UploadUnderTest> {
  const { sanitize = sanitizeInProcess, maxBytes = 8 * 1024 * 1024, maxDocumentBytes = maxBytes } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'vidhi-upload-'));
  const pictures = await fileSystemPictureStore(folder);
  const store = memoryContentStore(catalogChangeEvents(catalogTopics('')));
  const app = await createServiceApp({ name: 'catalog', logLevel: false, metrics: createMetrics('catalog') });
  await app.register(openapiPlugin, { title: 'Media' });
  await app.register(authPlugin, {
    verifyToken: async (token) => {
      const role = /^role-(\d+)-1$/.exec(token)?.[1];
      return role === undefined
        ? null
        : { userId: 7, role: Number(role), tokenVersion: 1, desks: EDITOR_DESKS };
    },
    isCurrent: () => true,
  });
  const live = memoryLiveModel(createReadModel(catalogCollections));
  const withLock = createMutex();
  const uploads = createUploadPictures({
    store,
    pictures,
    sanitize,
    withLock,
    onStored: ({ doc, rev }) => live.put('file', doc, rev),
  });
  const removePicture = createRemovePicture({
    store,
    pictures,
    withLock,
    onRemoved: ({ doc, rev }) => live.remove('file', doc.id, rev),
  });
  const media = {
    find: async (id: number) => (await store.find(mediaCollection, id))?.doc ?? null,
  };
  await app.register(mediaRoutes, { media, live, removePicture });
  await app.register(libraryRoutes, {
    live,
    store,
    onChanged: ({ doc, rev }) => live.put('file', doc, rev),
  });
  await app.register(uploadsRoutes, { pictures, variants: pictures });
  await app.register(uploadRoutes, {
    uploads,
    maxBytes,
    maxDocumentBytes,
    findRegistrant: createFindRegistrant(readTestTicket, () => true),
    allowance: inMemoryUploadAllowance(),
  });
  return {
    app,
    store,
    async upload(parts, role: number | Record<string, string> = 10) {
      const { body, headers } = aForm(parts);
      const credentials = typeof role === 'number' ? asRole(role) : role;
      return app.inject({
        method: 'POST',
        url: '/api/upload',
        headers: { ...headers, ...credentials },
        payload: body,
      });
    },
    stored: async () => ({
      uploads: (await readdir(path.join(folder, 'uploads'))).toSorted(),
      documents: (await readdir(path.join(folder, 'documents'))).toSorted(),
      incoming: await readdir(path.join(folder, 'incoming')),
    }),
    async close() {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}
