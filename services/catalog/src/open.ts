import type { FastifyInstance } from 'fastify';
import { createMutex } from '@vidhi/content-engine';
import { addModelGauges, currentTokensOf } from '@vidhi/content-service';
import { checkOrigin, claimOrigin } from '@vidhi/content-service/import-endpoint.ts';
import { openJobs } from '@vidhi/content-service/jobs.ts';
import { type ImportRoutesOptions, removeDocuments } from '@vidhi/content-service/import.ts';
import {
  createRevisionMover,
  REVISION_SWEEP_MS,
  createStoredWriter,
  createTrashSweep,
  mongoRevisions,
  openRelays,
} from '@vidhi/content-service/store.ts';
import { ProfileDecided } from '@vidhi/contracts/events.ts';
import { imageOriginsOf } from '@vidhi/contracts/image-origins.ts';
import { createFindKnownAudit } from '@vidhi/outbox/audit-entry.ts';
import { createFindReceived } from '@vidhi/outbox/find-received.ts';
import { startOutbox } from '@vidhi/outbox/start-outbox.ts';
import { connectKafkaOf } from '@vidhi/messaging/kafka.ts';
import { openConsumer } from '@vidhi/messaging/open-consumer.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { watchTopicLoss } from '@vidhi/messaging/topic-loss.ts';
import { openDatabase } from '@vidhi/service-kit/open-database.ts';
import { prepareDatabase } from '@vidhi/service-kit/preparation.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { createLinkTokens } from '@vidhi/service-kit/link-tokens.ts';
import { createTicketVerifier } from '@vidhi/service-kit/registration-ticket.ts';
import { openTokenVerifier, remoteKeysOf } from '@vidhi/service-kit/api-token-verifier.ts';
import { acceptedServiceTokens, accountsUrlOf } from '@vidhi/service-kit/service-env.ts';
import { buildApp } from './app.ts';
import { openCatalogData, storedCollections } from './model/catalog-data.ts';
import { COLLECTIONS } from './collections.ts';
import { ownedCollections, trashCollections } from './collections/catalog-collections.ts';
import { lawyerCollection } from './collections/lawyer.ts';
import type { Config } from './config.ts';
import { catalogOwnedTopics } from './events/owned-topics.ts';
import { BATCH_RETENTION_MS } from './batches/batch-routes.ts';
import { mongoBatchStore } from './batches/batch-store.ts';
import { authorizeCatalogJob, createCatalogActions } from './jobs/catalog-actions.ts';
import { createPresentValues } from './lists/reference-lists.ts';
import { createSettleOffers } from './books/book-offers.ts';
import {
  decidedValues,
  editedValues,
  importedRowValues,
  importedValues,
} from './collections/content-rules.ts';
import { createCopiedEvents } from './copies/copied-events.ts';
import { COPIED_EVENTS } from './copies/copies.ts';
import { createRecordDeskEdit, createRecordMissedEdits } from './desk/mail-desk-edits.ts';
import { createDecideProfile } from './desk/decide-profile.ts';
import { sanitizeInProcess } from './media/upload/sanitize-image.ts';
import { createImportPicture, removeAllPictures } from './media/import/import-picture.ts';
import { mediaCollection } from './media/media-collection.ts';
import { openPictureWork } from './media/open-picture-work.ts';
import { mongoMedia } from './media/mongo-media.ts';
import { openPictureStores } from './media/files/open-picture-stores.ts';
import { readSiteId } from './media/files/site-id.ts';
import { createIsOnlySite } from './media/files/site-markers.ts';
import { createRemovePicture } from './media/remove-picture.ts';
import { createUploadPictures } from './media/upload/upload-pictures.ts';
import { withEvidence } from './evidence/evidence-files.ts';
import { createForgetFormerOwners } from './evidence/forget-former-owners.ts';
import { openEvidence } from './evidence/open-evidence.ts';
import { createClaims } from './invitations/claim-profile.ts';
import { createInvitations } from './invitations/invitations.ts';
import { openInvitations } from './invitations/open-invitations.ts';
import { createPrepareOrders } from './neutral-order/prepare-orders.ts';
import { createEraseUser } from './profiles/erase-user.ts';
import { createForgetProfiles, withForgottenProfiles } from './profiles/forget-profiles.ts';
import { PROFILE_DECISIONS, mongoProfileDecisions } from './profiles/profile-decisions.ts';
import { storedUserData } from './profiles/stored-user-data.ts';
import { mongoUploadAllowance } from './registration/upload-allowance.ts';
import { catalogTopics } from './topics.ts';

const SWEEP_MS = 3_600_000;
const OFFERS_MS = 1_000;
const CLAIMS_MS = 60_000;
/** Orders are prepared a day ahead. */
const NEUTRAL_ORDERS_MS = 600_000;

/** Opens the whole service. */
export async function open(context: ServiceContext, config: Config): Promise<FastifyInstance> {
  const { log, metrics, closers } = context;
  const database = openDatabase(context, config);
  const { connection, connected } = database;
  const { pictures, variants, evidence: evidenceFiles, siteMarkers } = await openPictureStores(config);
  const isOnlySite = async (): Promise<boolean> =>
    siteMarkers === null ||
    createIsOnlySite({ markers: siteMarkers, siteId: await readSiteId(connection), log })();
  const toAccounts = { accountsUrl: accountsUrlOf(config), serviceToken: config.SERVICE_TOKEN };
  const topics = catalogTopics(config.TOPIC_SUFFIX);
  const client = connectKafkaOf('catalog', config, context);
  const producer = closers.open('producer', () => createProducer(client));
  const relays = openRelays(context, {
    connection,
    connected,
    collections: storedCollections,
    producer,
    auditTopic: topics.audit,
    findAcknowledged: createFindKnownAudit(toAccounts),
  });
  const decisionOutbox = closers.open('outbox of decisions', () =>
    startOutbox<number>({
      connection,
      connected,
      collection: PROFILE_DECISIONS.name,
      topics: [topics.decisions, topics.audit],
      findAcknowledged: createFindReceived({
        ...toAccounts,
        notifyUrl: config.NOTIFY_URL,
        mailed: [ProfileDecided.type],
      }),
      producer,
      log,
    }),
  );
  const decisions = mongoProfileDecisions(connection, (id) => decisionOutbox.notify(id));
  const evidence = openEvidence(context, {
    connection,
    connected,
    producer,
    auditTopic: topics.audit,
    files: evidenceFiles,
    ...toAccounts,
  });
  const invitationStore = openInvitations(context, {
    connection,
    connected,
    producer,
    topics,
    notifyUrl: config.NOTIFY_URL,
    ...toAccounts,
  });
  const aboutProfiles = withEvidence(decisions, evidence, {
    forget: (id) => invitationStore.forget(id, new Date()),
    remembered: invitationStore.remembered,
  });
  const recordEdit = createRecordDeskEdit(decisions, topics.decisions);
  const data = openCatalogData({ connection, client, topics, dataDir: config.DATA_DIR });
  const { live, copies, offers, isRedacted } = data;
  const store = withForgottenProfiles(data.store, aboutProfiles);
  store.onWritten(relays.notify);
  closers.add('model', () => live.close());
  addModelGauges(metrics, live);
  const withPictureLock = createMutex();
  const removePicture = createRemovePicture({
    store,
    pictures,
    withLock: withPictureLock,
    onRemoved({ doc, rev }) {
      live.remove(mediaCollection.name, doc.id, rev);
      return relays.acknowledged(mediaCollection, doc.id, rev);
    },
  });
  const eraseUser = createEraseUser({ store, live, removePicture });
  openConsumer(context, {
    client,
    name: 'copies',
    groupId: `catalog-copies${config.TOPIC_SUFFIX}`,
    topics: [topics.users.name, topics.site.name],
    events: COPIED_EVENTS,
    handle: createCopiedEvents({ copies, eraseUser }),
  });
  const prepareOrders = createPrepareOrders(live, closers.signal);
  closers.every('preparation of neutral orders', NEUTRAL_ORDERS_MS, prepareOrders, { atOnce: true });

  const pictureParts = { store, pictures, variants, isOnlySite, removePicture };
  const pictureWork = openPictureWork(context, { config, ...pictureParts });

  const uploadAllowance = mongoUploadAllowance(connection);
  const batches = mongoBatchStore(connection);
  const writer = createStoredWriter({
    store,
    live,
    prepare: editedValues,
    decide: decidedValues,
    acknowledged: relays.acknowledged,
  });
  const rowWriter = createStoredWriter({
    store,
    live,
    prepare: importedRowValues,
    decide: decidedValues,
    acknowledged: relays.acknowledged,
  });
  const userData = storedUserData(store);
  const invitations = createInvitations({
    invitations: invitationStore,
    store,
    tokens: createLinkTokens('vidhi profile invitations', ...acceptedServiceTokens(config)),
  });
  const claims = createClaims({
    invitations: invitationStore,
    store,
    live,
    acknowledged: (id, rev) => relays.acknowledged(lawyerCollection, id, rev),
    decisions,
    findProfileOf: userData.findProfileOf,
  });
  const jobs = openJobs(context, {
    connection,
    store,
    live,
    writer,
    collections: ownedCollections,
    actionsOf: createCatalogActions(live.model),
    authorize: authorizeCatalogJob,
    presentValues: createPresentValues(live.model),
    isCurrent: currentTokensOf(live.model),
  });
  const revisions = mongoRevisions(connection);
  const mover = createRevisionMover({
    store,
    collections: ownedCollections,
    revisions,
    signal: closers.signal,
  });

  const preparation = prepareDatabase(context, {
    database,
    after: live.ready,
    async prepare(report) {
      report('creating indexes');
      await createIndexes(connection, COLLECTIONS);
      // Writes the marker before the first file is stored, so that other sites detect this one.
      await isOnlySite();
    },
    onPrepared() {
      pictureWork.start();
      closers.every('removal of expired tickets', SWEEP_MS, () => uploadAllowance.removeExpired(new Date()));
      closers.every('moving of revisions', REVISION_SWEEP_MS, mover.sweep, { atOnce: true });
      const emptyTrash = createTrashSweep(store, trashCollections, closers.signal);
      closers.every('emptying of the trash', SWEEP_MS, emptyTrash, { atOnce: true });
      closers.every('forgotten profiles', SWEEP_MS, createForgetProfiles(store, aboutProfiles), {
        atOnce: true,
      });
      closers.every('left evidence', SWEEP_MS, evidence.sweep, { atOnce: true });
      const forgetFormerOwners = createForgetFormerOwners(store, evidence);
      closers.every('evidence of former owners', SWEEP_MS, forgetFormerOwners, { atOnce: true });
      closers.every('claims of profiles', CLAIMS_MS, claims.sweep, { atOnce: true });
      closers.every('removal of old invitations', SWEEP_MS, invitations.removeForgotten);
      closers.every('mails of edits', SWEEP_MS, createRecordMissedEdits(live.model, recordEdit), {
        atOnce: true,
      });
      closers.every('offers of books', OFFERS_MS, createSettleOffers({ store, live, offers }), {
        atOnce: true,
      });
      closers.every('removal of old batches', SWEEP_MS, () =>
        batches.removeBefore(new Date(Date.now() - BATCH_RETENTION_MS)),
      );
      jobs.start();
      closers.open('topic loss', () =>
        watchTopicLoss({ client, connection, topics: catalogOwnedTopics(store, topics) }),
      );
    },
  });

  const keys = remoteKeysOf(config);
  const onRemoved: ImportRoutesOptions['onRemoved'] = ({ name }, id, rev) => live.remove(name, id, rev);

  return buildApp({
    logLevel: config.LOG_LEVEL,
    metrics,
    verifyToken: openTokenVerifier(config, keys),
    verifyTicket: createTicketVerifier(keys),
    serviceToken: acceptedServiceTokens(config),
    live,
    publicUrl: config.PUBLIC_URL,
    imageOrigins: imageOriginsOf(config.IMAGE_ORIGINS),
    writer,
    imports: {
      serviceToken: acceptedServiceTokens(config),
      store,
      collections: ownedCollections,
      statusOnly: [mediaCollection],
      prepare: importedValues,
      onWritten: ({ name }, { doc, rev }) => live.put(name, doc, rev),
      onRemoved,
      afterRemoval: () => removeAllPictures({ store, pictures }),
    },
    media: mongoMedia(store),
    pictures,
    variants,
    removePicture,
    importPicture: createImportPicture({
      store,
      pictures,
      onWritten: ({ doc, rev }) => live.put(mediaCollection.name, doc, rev),
    }),
    importOrigin: {
      claim: (origin, replace) =>
        claimOrigin(connection, origin, replace, async () => {
          await removeDocuments({ store, collections: ownedCollections, onRemoved });
          await removeAllPictures({ store, pictures });
        }),
      check: (origin, replace) => checkOrigin(connection, origin, replace),
    },
    history: { store, revisions, settle: mover.move },
    trash: { store, acknowledged: relays.acknowledged },
    batches,
    rowWriter,
    jobs,
    pictureMaxBytes: config.PICTURE_MAX_BYTES,
    uploads: createUploadPictures({
      store,
      pictures,
      sanitize: sanitizeInProcess,
      withLock: withPictureLock,
      onStored({ doc, rev }) {
        live.put(mediaCollection.name, doc, rev);
        return relays.acknowledged(mediaCollection, doc.id, rev);
      },
    }),
    library: {
      store,
      onChanged({ doc, rev }) {
        live.put(mediaCollection.name, doc, rev);
        return relays.acknowledged(mediaCollection, doc.id, rev);
      },
    },
    uploadMaxBytes: config.UPLOAD_MAX_BYTES,
    documentMaxBytes: config.DOCUMENT_MAX_BYTES,
    uploadAllowance,
    profiles: {
      store,
      decisions,
      decide: createDecideProfile({
        store,
        live,
        decisions,
        topics,
        acknowledged: (id, rev) => relays.acknowledged(lawyerCollection, id, rev),
      }),
      recordEdit,
      evidence,
      isRedacted,
      invitations,
      claims,
      ...userData,
    },
    writeReadiness: preparation.check,
  });
}
