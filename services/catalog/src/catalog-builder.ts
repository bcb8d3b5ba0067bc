import type { FastifyInstance } from 'fastify';
import { storedAs } from '@vidhi/collections/stored.ts';
import { EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import { createShowsPicture } from '@vidhi/contracts/image-origins.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createReadModel, type ReadModelOptions } from '@vidhi/content-engine';
import { currentTokensOf, type LiveModel } from '@vidhi/content-service';
import {
  memoryContentStore,
  type MemoryContentStore,
  memoryLiveModel,
  memoryRevisions,
} from '@vidhi/content-service/testing.ts';
import { createStoredWriter } from '@vidhi/content-service/store.ts';
import { createJobWorker, jobRoutes, memoryJobStore, type JobWorker } from '@vidhi/content-service/jobs.ts';
import { authPlugin } from '@vidhi/service-kit/auth.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import type { VerifyToken } from '@vidhi/service-kit/token-verifier.ts';
import { batchRoutes, BOOK_BATCHES_SUBJECT, PROFILE_BATCHES_SUBJECT } from './batches/batch-routes.ts';
import { inMemoryBatchStore, type BatchStore } from './batches/batch-store.ts';
import { createBookTarget } from './batches/book-target.ts';
import { createProfileTarget } from './batches/profile-target.ts';
import { createWriteBatches } from './batches/write-batches.ts';
import { catalogRoutes } from './collections/catalog-routes.ts';
import { catalogCollections, ownedCollections } from './collections/catalog-collections.ts';
import { decidedValues, editedValues, importedRowValues } from './collections/content-rules.ts';
import { catalogChangeEvents } from './events/change-events.ts';
import { lawyerCollection } from './collections/lawyer.ts';
import { createDecideProfile } from './desk/decide-profile.ts';
import type { EvidenceFiles } from './evidence/evidence-files.ts';
import { noEvidence } from './evidence/evidence-builder.ts';
import { evidenceRoutes } from './evidence/evidence-routes.ts';
import { directoryRoutes } from './desk/directory-routes.ts';
import { invitationsOf } from './invitations/invitation-builder.ts';
import { internalInvitationRoutes, invitationRoutes } from './invitations/invitation-routes.ts';
import type { InvitationStore } from './invitations/invitation-store.ts';
import { createRecordDeskEdit } from './desk/mail-desk-edits.ts';
import { mailedDecisionRoutes } from './desk/mailed-decision-routes.ts';
import { inMemoryProfileDecisions, type ProfileDecisions } from './profiles/profile-decisions.ts';
import { createFindRegistrant } from './profiles/profile-owners.ts';
import type { FindProfileOf } from './profiles/user-data-routes.ts';
import { profileStateRoutes } from './profiles/profile-state-routes.ts';
import { createProfileVisibility } from './profiles/profile-visibility.ts';
import { readTestTicket } from './ticket-builder.ts';
import { sitemapRoutes } from './sitemaps/sitemap-routes.ts';
import { authorizeCatalogJob, createCatalogActions } from './jobs/catalog-actions.ts';
import { createSelectEntries, listRoutes } from './lists/list-routes.ts';
import { createPresentValues } from './lists/reference-lists.ts';
import { catalogTopics } from './topics.ts';

type Documents = Readonly<Record<string, readonly StoredDocument[]>>;

const STAMPS = { createdAt: '2026-10-01T09:00:00.000Z', updatedAt: '2026-10-02T09:00:00.000Z' };

export const aNamed = (id: number, name: string, values: Partial<StoredDocument> = {}): StoredDocument => ({
  id,
  name,
  ...STAMPS,
  ...values,
});

export const aBook = (id: number, values: Partial<StoredDocument> = {}): StoredDocument => ({
  id,
  Title: `Book ${id}`,
  SubTitle: null,
  Price: 100,
  discount: null,
  Detail1: `<p>About ${id}</p>`,
  PrimaryImageId: null,
  SecondaryImageIds: [],
  author_names: [],
  publishers: [],
  Category: [],
  PropertyList1: [],
  PropertyList2: [],
  PropertyList3: [],
  html_version: 1,
  ...STAMPS,
  ...values,
});

export const aProfile = (id: number, values: Partial<StoredDocument> = {}): StoredDocument => ({
  id,
  Title: `Adv. ${id}`,
  SubTitle: 'LL.B.',
  SubCategory2: '0',
  Identifier: `BAR/${id}`,
  DisplayDate: '2001-06-15',
  shipping_class: null,
  Price: 1000 + id,
  Detail1: `<p>Profile ${id}</p>`,
  contact: {
    phone_number: '9000000000',
    email_address: 'a@example.in',
    address: 'Pune',
    website_link: 'https://a.in',
  },
  PrimaryImageId: 1,
  SecondaryImageIds: [],
  users_permissions_user: null,
  Property1: [],
  Property2: [],
  Property3: [],
  PropertyList1: [],
  PropertyList2: [],
  PropertyList3: [],
  type_of_court: [],
  html_version: 1,
  ...STAMPS,
  ...values,
});

export const aPicture = (id: number): StoredDocument => ({
  id,
  name: `p${id}.png`,
  url: `/uploads/p${id}.png`,
});

/** Access tokens of the tests name the role and the token version of user 1. */
export const asRole = (role: number, tokenVersion = 1): { authorization: string } => ({
  authorization: `Bearer role-${role}-${tokenVersion}`,
});

/** Returns the access token of another user than number 1. */
export const asUser = (userId: number, role: number, tokenVersion = 1): { authorization: string } => ({
  authorization: `Bearer role-${role}-${tokenVersion}-${userId}`,
});

export const verifyTestToken: VerifyToken = async (token) => {
  const [, role, tokenVersion, userId = '1'] = /^role-(\d+)-(\d+)(?:-(\d+))?$/.exec(token) ?? [];
  return role === undefined
    ? null
    : {
        userId: Number(userId),
        role: Number(role),
        tokenVersion: Number(tokenVersion),
        desks: EDITOR_DESKS,
      };
};

export interface CatalogUnderTest {
  app: FastifyInstance;
  live: LiveModel;
  store: MemoryContentStore;
  /** Executes jobs. */
  worker: JobWorker;
}

/**
 * Creates the catalogue routes with in-memory stores. `documents` are preloaded into the model; writes go to the store.
 */
export async function aCatalog(
  documents: Documents = {},
  {
    isReady = () => true,
    ...options
  }: ReadModelOptions & {
    isReady?: () => boolean;
    isRedacted?: () => boolean;
    decisions?: ProfileDecisions;
    batches?: BatchStore;
    invitations?: InvitationStore;
    evidence?: EvidenceFiles;
    /** The clock of the batches. */
    batchTime?: () => Date;
  } = {},
): Promise<CatalogUnderTest> {
  const model = createReadModel(catalogCollections, options);
  const visibility = createProfileVisibility(model);
  const memory = memoryLiveModel(model, { position: 'catalog.books=1', isReady });
  const live: LiveModel = {
    ...memory,
    put(name, doc, rev) {
      const visible = visibility.apply(name, doc);
      memory.put(name, visible, rev);
      visibility.noteChange(name, doc.id, visible);
    },
  };
  for (const [name, all] of Object.entries(documents)) for (const doc of all) live.put(name, doc, 1);
  const store = memoryContentStore(catalogChangeEvents(catalogTopics('')));
  const revisions = memoryRevisions();
  const app = await createServiceApp({
    name: 'catalog',
    logLevel: false,
    metrics: createMetrics('catalog'),
    readiness: () => ({}),
  });
  await app.register(authPlugin, {
    verifyToken: verifyTestToken,
    isCurrent: currentTokensOf(model),
  });
  const writer = createStoredWriter({ store, live, prepare: editedValues, decide: decidedValues });
  const { decisions = inMemoryProfileDecisions(), batches = inMemoryBatchStore() } = options;
  const { evidence = noEvidence() } = options;
  await app.register(catalogRoutes, {
    prefix: '/api',
    live,
    writer,
    store,
    history: { store, revisions, settle: (collection, id) => store.settle(collection, id, revisions) },
    trash: { store },
    findRegistrant: createFindRegistrant(readTestTicket, currentTokensOf(model)),
    recordEdit: createRecordDeskEdit(decisions, catalogTopics('').decisions),
    isRedacted: options.isRedacted ?? (() => false),
    showsPicture: createShowsPicture({ publicUrl: 'https://vidhi.example/', imageOrigins: [] }),
  });
  const now = options.batchTime ?? (() => new Date());
  const findProfileOf: FindProfileOf = async (userId) => {
    let own: StoredDocument | null = null;
    await store.each(lawyerCollection, ({ doc }) => {
      if (storedAs(lawyerCollection, doc).users_permissions_user === userId) own = doc;
    });
    return own;
  };
  const ofInvitations = invitationsOf({
    store,
    live,
    decisions,
    findProfileOf,
    now,
    ...(options.invitations === undefined ? {} : { invitations: options.invitations }),
  });
  await app.register(async (scope) => {
    const target = createBookTarget(model, writer);
    const write = createWriteBatches({ writer, batches, target, now });
    await batchRoutes(scope, { subject: BOOK_BATCHES_SUBJECT, batches, write, writer, now });
  });
  await app.register(async (scope) => {
    const rowWriter = createStoredWriter({ store, live, prepare: importedRowValues, decide: decidedValues });
    const target = createProfileTarget(model, rowWriter, ofInvitations.invitations);
    const write = createWriteBatches({ writer: rowWriter, batches, target, now });
    await batchRoutes(scope, { subject: PROFILE_BATCHES_SUBJECT, batches, write, writer: rowWriter, now });
  });
  const jobs = {
    jobs: memoryJobStore(),
    model,
    collections: ownedCollections,
    actionsOf: createCatalogActions(model),
    authorize: authorizeCatalogJob,
    presentValues: createPresentValues(model),
  };
  const worker = createJobWorker({
    ...jobs,
    store,
    live,
    writer,
    isCurrent: currentTokensOf(model),
    onError(error) {
      throw error;
    },
  });
  app.addHook('onClose', async () => worker.close());
  await app.register(jobRoutes, {
    prefix: '/api',
    ...jobs,
    name: 'catalog',
    desks: ['shop', 'directory'],
    select: createSelectEntries(model),
    wake: () => void worker.run(),
  });
  await app.register(listRoutes, { model });
  const decide = createDecideProfile({
    store,
    live,
    decisions,
    topics: catalogTopics(''),
    acknowledged: async () => undefined,
  });
  await app.register(profileStateRoutes, { store, decisions, decide });
  await app.register(evidenceRoutes, { evidence, findProfileOf });
  await app.register(invitationRoutes, ofInvitations);
  await app.register(directoryRoutes, {
    store,
    live,
    decisions,
    decide,
    evidence,
    findProfileOf,
    ...ofInvitations,
  });
  await app.register(async (internal) => {
    await mailedDecisionRoutes(internal, { store, decisions });
    await internalInvitationRoutes(internal, ofInvitations);
  });
  await app.register(sitemapRoutes, { live, publicUrl: 'https://vidhi.example/' });
  return { app, live, store, worker };
}
