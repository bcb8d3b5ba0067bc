import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { createReadModel } from '@vidhi/content-engine';
import { createStoredWriter } from '@vidhi/content-service/store.ts';
import { memoryContentStore, memoryLiveModel, memoryRevisions } from '@vidhi/content-service/testing.ts';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { createCallerTokens } from '@vidhi/testing/caller-tokens.ts';
import { CALLER_IDS } from '@vidhi/testing/authorization-matrix.ts';
import { describeMatrix } from '@vidhi/testing/describe-matrix.ts';
import { buildApp } from './app.ts';
import { memoryJobStore } from '@vidhi/content-service/jobs.ts';
import { inMemoryBatchStore } from './batches/batch-store.ts';
import { PROFILES, ROWS } from './authorization-matrix-builder.ts';
import { aProfile } from './catalog-builder.ts';
import { catalogCollections, ownedCollections } from './collections/catalog-collections.ts';
import { lawyerCollection } from './collections/lawyer.ts';
import { decidedValues, editedValues, importedRowValues } from './collections/content-rules.ts';
import { noEvidence } from './evidence/evidence-builder.ts';
import { noInvitations } from './invitations/invitation-builder.ts';
import { fileSystemPictureStore } from './media/files/file-system-picture-store.ts';
import type { PictureStore } from './media/files/picture-store.ts';
import { inMemoryProfileDecisions } from './profiles/profile-decisions.ts';
import { inMemoryUploadAllowance } from './registration/upload-allowance.ts';
import { verifyTestTicket } from './ticket-builder.ts';

const tokens = await createCallerTokens();
const verifyToken = createTokenVerifier({ url: tokens.keysUrl });
afterAll(() => tokens.close());

let folder: string;
let pictures: PictureStore;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vidhi-matrix-'));
  pictures = await fileSystemPictureStore(folder);
});
afterAll(async () => rm(folder, { recursive: true }));

const unused = async (): Promise<never> => {
  throw new Error('only who may call is tested');
};

async function anApp() {
  const live = memoryLiveModel(createReadModel(catalogCollections));
  const store = memoryContentStore();
  const revisions = memoryRevisions();
  for (const id of Object.values(CALLER_IDS))
    live.put('user', { id, first_name: 'A', last_name: 'B', token_version: 1, confirmed: true }, 1);
  for (const [owner, id] of Object.entries(PROFILES)) {
    const profile = aProfile(id, {
      users_permissions_user: Number(owner),
      SubCategory2: owner === '6' ? '1' : '0',
    });
    const { doc } = await store.create(lawyerCollection, profile);
    expect(doc.id).toBe(id);
    live.put(lawyerCollection.name, doc, 1);
  }
  const app = await buildApp({
    logLevel: false,
    metrics: createMetrics('catalog'),
    verifyToken,
    verifyTicket: verifyTestTicket,
    serviceToken: 's'.repeat(32),
    media: { find: unused },
    removePicture: unused,
    pictures,
    variants: pictures,
    importPicture: unused,
    importOrigin: { claim: unused, check: unused },
    imports: {
      serviceToken: 's'.repeat(32),
      store: unused as never,
      collections: ownedCollections,
      prepare: (_collection, item) => item,
      onWritten: () => undefined,
      onRemoved: () => undefined,
    },
    live,
    publicUrl: 'https://vidhi.example/',
    writer: createStoredWriter({ store, live, prepare: editedValues, decide: decidedValues }),
    history: { store, revisions, settle: (collection, id) => store.settle(collection, id, revisions) },
    trash: { store },
    batches: inMemoryBatchStore(),
    rowWriter: createStoredWriter({ store, live, prepare: importedRowValues, decide: decidedValues }),
    jobs: { jobs: memoryJobStore(), wake: () => undefined },
    pictureMaxBytes: 1,
    uploads: { sanitize: unused, receiveDocument: unused, store: unused, discard: async () => undefined },
    library: {
      store: {
        update: async () => null,
        find: async () => null,
        each: async () => undefined,
        listCopies: async () => [],
      },
      onChanged: () => undefined,
    },
    uploadMaxBytes: 1,
    documentMaxBytes: 1,
    uploadAllowance: inMemoryUploadAllowance(),
    profiles: {
      store,
      decisions: inMemoryProfileDecisions(),
      decide: unused,
      recordEdit: async () => undefined,
      evidence: noEvidence(),
      ...noInvitations(store),
      isRedacted: () => false,
      findProfileOf: unused,
      findPicturesOf: unused,
    },
    writeReadiness: () => ({ ok: true }),
  });
  return { app, headersOf: tokens.headersOf, headersOfDesks: tokens.headersOfDesks };
}

describeMatrix('catalog', ROWS, anApp);
