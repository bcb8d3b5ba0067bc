import type { FastifyInstance } from 'fastify';
import { createReadModel } from '@vidhi/content-engine';
import { createStoredWriter } from '@vidhi/content-service/store.ts';
import { memoryContentStore, memoryLiveModel, memoryRevisions } from '@vidhi/content-service/testing.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { buildApp } from './app.ts';
import { memoryJobStore } from '@vidhi/content-service/jobs.ts';
import { inMemoryBatchStore } from './batches/batch-store.ts';
import { noEvidence } from './evidence/evidence-builder.ts';
import { noInvitations } from './invitations/invitation-builder.ts';
import { catalogCollections } from './collections/catalog-collections.ts';
import { editedValues } from './collections/content-rules.ts';
import { fileSystemPictureStore } from './media/files/file-system-picture-store.ts';
import { inMemoryProfileDecisions } from './profiles/profile-decisions.ts';
import { inMemoryUploadAllowance } from './registration/upload-allowance.ts';
import { verifyTestTicket } from './ticket-builder.ts';

const unused = async (): Promise<never> => {
  throw new Error('only the description is read');
};

/** Creates the app for tests of its OpenAPI document: its dependencies throw when called. Pictures belong in `folder`. */
export async function aDescribedCatalog(folder: string): Promise<FastifyInstance> {
  const pictures = await fileSystemPictureStore(folder);
  const live = memoryLiveModel(createReadModel(catalogCollections));
  return buildApp({
    logLevel: false,
    metrics: createMetrics('catalog'),
    verifyToken: async () => null,
    serviceToken: 's'.repeat(32),
    media: { find: unused },
    removePicture: unused,
    pictures,
    variants: pictures,
    importPicture: unused,
    importOrigin: { claim: unused, check: unused },
    live,
    publicUrl: 'https://vidhi.example/',
    writer: createStoredWriter({ store: memoryContentStore(), live, prepare: editedValues }),
    history: { store: memoryContentStore(), revisions: memoryRevisions(), settle: unused },
    trash: { store: memoryContentStore() },
    batches: inMemoryBatchStore(),
    rowWriter: createStoredWriter({ store: memoryContentStore(), live, prepare: editedValues }),
    jobs: { jobs: memoryJobStore(), wake: () => undefined },
    pictureMaxBytes: 1,
    uploads: { sanitize: unused, receiveDocument: unused, store: unused, discard: async () => undefined },
    library: { store: memoryContentStore(), onChanged: unused },
    uploadMaxBytes: 1,
    documentMaxBytes: 1,
    uploadAllowance: inMemoryUploadAllowance(),
    verifyTicket: verifyTestTicket,
    profiles: {
      store: memoryContentStore(),
      decisions: inMemoryProfileDecisions(),
      decide: unused,
      recordEdit: unused,
      evidence: noEvidence(),
      ...noInvitations(),
      isRedacted: () => false,
      findProfileOf: unused,
      findPicturesOf: unused,
    },
    writeReadiness: () => ({ ok: true }),
  });
}
