import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import {
  memoryContentStore,
  type MemoryContentStore,
} from '@vidhi/content-service/testing/memory-content-store.ts';
import { authPlugin } from '@vidhi/service-kit/auth.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { asRole } from '../catalog-builder.ts';
import { catalogFacts } from '../facts.ts';
import { catalogTopics } from '../topics.ts';
import { cleanInProcess, type CleanPictureBytes } from './clean-in-process.ts';
import { fileSystemPictureStore } from './file-system-picture-store.ts';
import { createUploadPictures } from './upload-pictures.ts';
import { uploadRoutes } from './upload-routes.ts';
import { uploadsRoutes } from './uploads-routes.ts';

/** One part of a form: a file, or a field when it has no bytes. */
export type Part =
  | { field?: string; name?: string; type?: string; bytes: Buffer }
  | { field: string; text: string };

const BOUNDARY = 'vidhi-boundary';

function headersOf(part: Part): string {
  if ('text' in part) return `Content-Disposition: form-data; name="${part.field}"`;
  const { field = 'files', name = 'court.png', type = 'image/png' } = part;
  return `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}`;
}

/** A form as bytes, so that names and parts may be as no client would send them. */
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
  upload(parts: readonly Part[], role?: number): Promise<Awaited<ReturnType<FastifyInstance['inject']>>>;
  /** Stored files, and those that are on their way. */
  stored(): Promise<{ uploads: string[]; incoming: string[] }>;
  close(): Promise<void>;
}

interface UploadOptions {
  clean?: CleanPictureBytes;
  maxBytes?: number;
}

/** The route over memory, a folder of its own and the real cleaning process. */
export async function anUpload(options: UploadOptions = {}): Promise<UploadUnderTest> {
  const { clean = cleanInProcess, maxBytes = 8 * 1024 * 1024 } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'vidhi-upload-'));
  const pictures = await fileSystemPictureStore(folder);
  const store = memoryContentStore(catalogFacts(catalogTopics('')));
  const app = await createServiceApp({ name: 'catalog', logLevel: false, metrics: createMetrics('catalog') });
  await app.register(openapiPlugin, { title: 'Media' });
  await app.register(authPlugin, {
    verifyToken: async (token) => {
      const role = /^role-(\d+)$/.exec(token)?.[1];
      return role === undefined ? null : { userId: 7, role: Number(role), tokenVersion: 1 };
    },
    isCurrent: () => true,
  });
  const uploads = createUploadPictures({ store, pictures, clean, onStored: () => undefined });
  await app.register(uploadsRoutes, { pictures, variants: pictures });
  await app.register(uploadRoutes, { uploads, maxBytes });
  return {
    app,
    store,
    async upload(parts, role = 10) {
      const { body, headers } = aForm(parts);
      return app.inject({
        method: 'POST',
        url: '/api/upload',
        headers: { ...headers, ...asRole(role) },
        payload: body,
      });
    },
    stored: async () => ({
      uploads: (await readdir(path.join(folder, 'uploads'))).toSorted(),
      incoming: await readdir(path.join(folder, 'incoming')),
    }),
    async close() {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}
