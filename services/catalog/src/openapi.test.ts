import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReadModel } from '@vidhi/content-engine';
import { createStoredWriter } from '@vidhi/content-service/store.ts';
import { memoryContentStore, memoryLiveModel } from '@vidhi/content-service/testing.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { openapiProblems } from '@vidhi/testing/openapi-problems.ts';
import { buildApp } from './app.ts';
import { catalogCollections } from './collections/catalog-collections.ts';
import { editedValues } from './content-rules.ts';
import { fileSystemPictureStore } from './media/file-system-picture-store.ts';
import { inMemoryProfileDecisions } from './profiles/profile-decisions.ts';
import { inMemoryUploadAllowance } from './registration/upload-allowance.ts';
import { verifyTestTicket } from './ticket-builder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vidhi-openapi-'));
});
afterAll(async () => rm(folder, { recursive: true }));

const unused = async (): Promise<never> => {
  throw new Error('only the description is read');
};

it('describes every operation so that clients can be generated', async () => {
  const pictures = await fileSystemPictureStore(folder);
  const live = memoryLiveModel(createReadModel(catalogCollections));
  const app = await buildApp({
    logLevel: false,
    metrics: createMetrics('catalog'),
    verifyToken: async () => null,
    serviceToken: 's'.repeat(32),
    media: { find: unused },
    removePicture: unused,
    pictures,
    variants: pictures,
    importPicture: unused,
    importOrigin: { claim: unused },
    live,
    publicUrl: 'https://vidhi.example/',
    writer: createStoredWriter({ store: memoryContentStore(), live, prepare: editedValues }),
    pictureMaxBytes: 1,
    uploads: { sanitize: unused, store: unused },
    uploadMaxBytes: 1,
    uploadAllowance: inMemoryUploadAllowance(),
    verifyTicket: verifyTestTicket,
    profiles: {
      store: memoryContentStore(),
      decisions: inMemoryProfileDecisions(),
      acknowledged: unused,
      isRedacted: () => false,
      findProfileOf: unused,
      findPicturesOf: unused,
    },
    writeReadiness: () => ({ ok: true }),
  });
  const document = (await app.inject('/internal/openapi.json')).json();
  expect(openapiProblems(document)).toEqual([]);
  expect(Object.keys(document.paths['/api/upload/files/{id}'])).toEqual(['get', 'delete']);
});
