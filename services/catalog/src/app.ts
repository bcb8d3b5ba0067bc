import type { DecideProfile } from './desk/decide-profile.ts';
import { directoryRoutes } from './desk/directory-routes.ts';
import type { RecordDeskEdit } from './desk/mail-desk-edits.ts';
import { mailedDecisionRoutes } from './desk/mailed-decision-routes.ts';
import type { FastifyInstance } from 'fastify';
import {
  type ContentWriter,
  currentTokensOf,
  historyPaths,
  trashPaths,
  type LiveModel,
  withContent,
} from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { REGISTRATION_COOKIE } from '@vidhi/contracts/host-cookies.ts';
import { createShowsPicture } from '@vidhi/contracts/image-origins.ts';
import { createHostCookie } from '@vidhi/service-kit/host-cookie.ts';
import { createReadTicket } from '@vidhi/service-kit/read-ticket.ts';
import type { VerifyTicket } from '@vidhi/service-kit/registration-ticket.ts';
import { importRoutes, type ImportRoutesOptions } from '@vidhi/content-service/import.ts';
import { jobRoutes, type JobRoutesOptions } from '@vidhi/content-service/jobs.ts';
import { authPlugin, requireService, type ServiceTokens } from '@vidhi/service-kit/auth.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import type { Check } from '@vidhi/service-kit/health.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { rejectWritesUntilReady } from '@vidhi/service-kit/ready-guard.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { VerifyToken } from '@vidhi/service-kit/token-verifier.ts';
import { batchRoutes, BOOK_BATCHES_SUBJECT, PROFILE_BATCHES_SUBJECT } from './batches/batch-routes.ts';
import type { BatchStore } from './batches/batch-store.ts';
import { createBookTarget } from './batches/book-target.ts';
import { createProfileTarget } from './batches/profile-target.ts';
import { createWriteBatches } from './batches/write-batches.ts';
import { catalogRoutes, type CatalogRoutesOptions } from './collections/catalog-routes.ts';
import { catalogCollections, ownedCollections, trashCollections } from './collections/catalog-collections.ts';
import { authorizeCatalogJob, createCatalogActions } from './jobs/catalog-actions.ts';
import { createSelectEntries, listRoutes } from './lists/list-routes.ts';
import type { EvidenceFiles } from './evidence/evidence-files.ts';
import { evidenceRoutes } from './evidence/evidence-routes.ts';
import type { Claims } from './invitations/claim-profile.ts';
import type { Invitations } from './invitations/invitations.ts';
import { internalInvitationRoutes, invitationRoutes } from './invitations/invitation-routes.ts';
import type { ImportPicture } from './media/import/import-picture.ts';
import { libraryRoutes, type LibraryRoutesOptions } from './media/library-routes.ts';
import { mediaRoutes, type MediaReader } from './media/media-routes.ts';
import type { RemovePicture } from './media/remove-picture.ts';
import { pictureImportRoutes, type PictureOrigin } from './media/import/picture-import-routes.ts';
import type { PictureStore } from './media/files/picture-store.ts';
import type { UploadPictures } from './media/upload/upload-pictures.ts';
import { uploadRoutes } from './media/upload/upload-routes.ts';
import type { ProfileDecisions } from './profiles/profile-decisions.ts';
import { createFindRegistrant } from './profiles/profile-owners.ts';
import { profileStateRoutes } from './profiles/profile-state-routes.ts';
import { userDataRoutes, type FindPicturesOf, type FindProfileOf } from './profiles/user-data-routes.ts';
import type { UploadAllowance } from './registration/upload-allowance.ts';
import { sitemapRoutes } from './sitemaps/sitemap-routes.ts';
import { uploadsRoutes } from './media/files/uploads-routes.ts';

/** Longer than in other services, for large uploads over slow connections. */
const REQUEST_TIMEOUT_MS = 60_000;

export interface AppDependencies {
  logLevel: string | false;
  metrics: Metrics;
  verifyToken: VerifyToken;
  serviceToken: ServiceTokens;
  media: MediaReader;
  removePicture: RemovePicture;
  pictures: PictureStore;
  variants: Pick<PictureStore, 'open'>;
  importPicture: ImportPicture;
  importOrigin: PictureOrigin;
  live: LiveModel;
  /** Base URL of sitemap entries. */
  publicUrl: string;
  /** Other sites whose pictures pages show; none where left out. */
  imageOrigins?: readonly string[];
  writer: ContentWriter;
  /** Import endpoint of everything but pictures; omitted in tests of other routes. */
  imports?: ImportRoutesOptions;
  /** Working copies and revisions of what staff writes. */
  history: NonNullable<CatalogRoutesOptions['history']>;
  /** Documents that staff have removed. */
  trash: NonNullable<CatalogRoutesOptions['trash']>;
  /** Imports of books and profiles, and changes of many prices. */
  batches: BatchStore;
  /** Writes the rows of imported profiles, which may lack what forms require. */
  rowWriter: ContentWriter;
  /** Changes of many documents. */
  jobs: Pick<JobRoutesOptions, 'jobs' | 'wake'>;
  pictureMaxBytes: number;
  uploads: UploadPictures;
  library: Omit<LibraryRoutesOptions, 'live'>;
  uploadMaxBytes: number;
  documentMaxBytes: number;
  uploadAllowance: UploadAllowance;
  verifyTicket: VerifyTicket;
  profiles: {
    store: Pick<ContentWrites, 'find'>;
    decisions: ProfileDecisions;
    decide: DecideProfile;
    recordEdit: RecordDeskEdit;
    evidence: EvidenceFiles;
    invitations: Invitations;
    claims: Claims;
    /** Returns whether Rule 36 mode is on. */
    isRedacted: () => boolean;
    findProfileOf: FindProfileOf;
    findPicturesOf: FindPicturesOf;
  };
  /** Ok once the database has been connected and its unique indexes exist; writes get 503 until then. */
  writeReadiness: () => Check;
}

/** Registers all routes. Opens no connections, reads no environment and does not listen. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { logLevel, metrics, verifyToken, serviceToken, media, pictures, variants } = dependencies;
  const { importPicture, importOrigin, pictureMaxBytes, live, writer, imports, writeReadiness, profiles } =
    dependencies;
  const publicUrl = new URL(dependencies.publicUrl);
  const isCurrent = currentTokensOf(live.model);
  const readTicket = createReadTicket({
    cookie: createHostCookie(REGISTRATION_COOKIE, publicUrl),
    publicUrl,
    verifyTicket: dependencies.verifyTicket,
  });
  const findRegistrant = createFindRegistrant(readTicket, isCurrent);
  const app = await createServiceApp({
    name: 'catalog',
    logLevel,
    metrics,
    // Reads work without the database, so its failure must not make the instance unready.
    readiness: () => ({ data: live.readiness(), writes: { ...writeReadiness(), isAdvisory: true } }),
    server: { requestTimeout: REQUEST_TIMEOUT_MS },
  });
  await app.register(openapiPlugin, {
    title: 'Catalogue and media',
    extend: (document) =>
      withContent(document, {
        collections: ownedCollections,
        related: catalogCollections,
        paths: { ...historyPaths(ownedCollections), ...trashPaths(trashCollections) },
      }),
  });
  await app.register(authPlugin, { verifyToken, isCurrent });
  await app.register(sitemapRoutes, { live, publicUrl: dependencies.publicUrl });
  await app.register(uploadsRoutes, { pictures, variants });
  await app.register(async (stored) => {
    rejectWritesUntilReady(stored, () => writeReadiness().ok);
    await stored.register(catalogRoutes, {
      prefix: '/api',
      live,
      writer,
      store: profiles.store,
      history: dependencies.history,
      trash: dependencies.trash,
      findRegistrant,
      recordEdit: profiles.recordEdit,
      isRedacted: profiles.isRedacted,
      showsPicture: createShowsPicture({
        publicUrl: dependencies.publicUrl,
        imageOrigins: dependencies.imageOrigins ?? [],
      }),
    });
    const { batches, rowWriter } = dependencies;
    await stored.register(async (scope) => {
      const target = createBookTarget(live.model, writer);
      const write = createWriteBatches({ writer, batches, target });
      await batchRoutes(scope, { subject: BOOK_BATCHES_SUBJECT, batches, write, writer });
    });
    await stored.register(async (scope) => {
      const target = createProfileTarget(live.model, rowWriter, profiles.invitations);
      const write = createWriteBatches({ writer: rowWriter, batches, target });
      await batchRoutes(scope, { subject: PROFILE_BATCHES_SUBJECT, batches, write, writer: rowWriter });
    });
    await stored.register(jobRoutes, {
      prefix: '/api',
      ...dependencies.jobs,
      name: 'catalog',
      desks: ['shop', 'directory'],
      select: createSelectEntries(live.model),
      model: live.model,
      collections: ownedCollections,
      actionsOf: createCatalogActions(live.model),
      authorize: authorizeCatalogJob,
    });
    await stored.register(listRoutes, { model: live.model });
    await stored.register(profileStateRoutes, profiles);
    await stored.register(evidenceRoutes, profiles);
    await stored.register(invitationRoutes, profiles);
    await stored.register(directoryRoutes, { ...profiles, live });
    await stored.register(mediaRoutes, { media, live, removePicture: dependencies.removePicture });
    await stored.register(libraryRoutes, { live, ...dependencies.library });
    await stored.register(uploadRoutes, {
      uploads: dependencies.uploads,
      maxBytes: dependencies.uploadMaxBytes,
      maxDocumentBytes: dependencies.documentMaxBytes,
      findRegistrant,
      allowance: dependencies.uploadAllowance,
    });
    await stored.register(async (internal) => {
      internal.addHook('onRequest', requireService(serviceToken));
      await internal.register(userDataRoutes, profiles);
      await internal.register(mailedDecisionRoutes, profiles);
      await internal.register(internalInvitationRoutes, profiles);
      await internal.register(pictureImportRoutes, {
        importPicture,
        pictures,
        origin: importOrigin,
        maxBytes: pictureMaxBytes,
      });
    });
    if (imports !== undefined) await stored.register(async (internal) => importRoutes(internal, imports));
  });
  return app;
}
