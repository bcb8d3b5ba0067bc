import { addAgeGauge } from '@vidhi/content-service/live/data-headers.ts';
import { claimOrigin } from '@vidhi/content-service/import/import-origin.ts';
import { removeDocuments, type ImportRoutesOptions } from '@vidhi/content-service/import/import-routes.ts';
import { startRelays } from '@vidhi/content-service/store/relays.ts';
import { ensureStoreIndexes } from '@vidhi/content-service/store/store-indexes.ts';
import { createStoredWriter } from '@vidhi/content-service/store/stored-writer.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { createLogger } from '@vidhi/service-kit/logging.ts';
import { addGauge, createMetrics } from '@vidhi/service-kit/metrics.ts';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { runService } from '@vidhi/service-kit/run-service.ts';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { buildApp } from './app.ts';
import { openCatalogData, storedCollections } from './catalog-data.ts';
import { ownedCollections } from './collections/catalog-collections.ts';
import { readConfig } from './config.ts';
import { decidedValues, editedValues, importedValues } from './content-rules.ts';
import { sanitizeInProcess } from './media/sanitize-image.ts';
import { createImportPicture, removeAllPictures } from './media/import-picture.ts';
import { mediaCollection } from './media/media-collection.ts';
import { mongoMedia } from './media/mongo-media.ts';
import { openPictureStores } from './media/open-picture-stores.ts';
import { readSiteId } from './media/site-id.ts';
import { createIsOnlySite } from './media/site-markers.ts';
import { createRemoveUnreferenced, sweepUnreferenced } from './media/unreferenced-files.ts';
import { createUploadPictures } from './media/upload-pictures.ts';
import { keepNeutralOrders } from './neutral-order/keep-neutral-orders.ts';
import { catalogTopics } from './topics.ts';
import { createMakeVariants } from './variants/make-variants.ts';
import { mongoVariantLedger } from './variants/mongo-variants.ts';
import { createRemoveUnreferencedVariants } from './variants/remove-unreferenced-variants.ts';
import { startVariantWork } from './variants/variant-queue.ts';
import { renderInProcess } from './variants/variant-renderer.ts';

const config = readConfig(process.env);
const log = createLogger('catalog', config.LOG_LEVEL);
const metrics = createMetrics('catalog');

const connection = await connectMongo(config.MONGO_URL);
const { pictures, variants, siteMarkers } = await openPictureStores(config);
const isOnlySite =
  siteMarkers === null ? async () => true : createIsOnlySite({ markers: siteMarkers, siteId: await readSiteId(connection), log });
// From the first file on others can tell that this site keeps some there.
await isOnlySite();
const client = connectKafka({ brokers: config.KAFKA_BROKERS, clientId: 'catalog', log });
const producer = createProducer(client);
const relays = startRelays({ connection, collections: storedCollections, producer, log, metrics });
const { store, live } = openCatalogData({
  connection,
  client,
  topics: catalogTopics(config.TOPIC_SUFFIX),
  dataDir: config.DATA_DIR,
  notify(collection, id) {
    relays.notify(collection, id);
    if (collection === mediaCollection) variantWork.notice(id);
  },
});
await ensureStoreIndexes(store, storedCollections);
addAgeGauge(metrics, live);
const neutralOrders = keepNeutralOrders(live, (error) =>
  log.error({ err: error }, 'neutral orders could not be made ahead'),
);

const onRemoved: ImportRoutesOptions['onRemoved'] = ({ name }, id, rev) => live.remove(name, id, rev);

const app = await buildApp({
  logLevel: config.LOG_LEVEL,
  metrics,
  verifyToken: createTokenVerifier({ url: config.JWKS_URL, file: config.JWKS_FILE }),
  serviceToken: config.SERVICE_TOKEN,
  live,
  publicUrl: config.PUBLIC_URL,
  writer: createStoredWriter({ store, live, prepare: editedValues, decide: decidedValues }),
  imports: {
    serviceToken: config.SERVICE_TOKEN,
    store,
    collections: ownedCollections,
    counted: [mediaCollection],
    prepare: importedValues,
    onWritten: ({ name }, { doc, rev }) => live.put(name, doc, rev),
    onRemoved,
    afterRemoval: () => removeAllPictures({ store, pictures }),
  },
  media: mongoMedia(store),
  pictures,
  variants,
  importPicture: createImportPicture({ store, pictures }),
  importOrigin: {
    claim: (wanted, replace) =>
      claimOrigin(connection, wanted, replace, async () => {
        await removeDocuments({ store, collections: ownedCollections, onRemoved });
        await removeAllPictures({ store, pictures });
      }),
  },
  pictureMaxBytes: config.PICTURE_MAX_BYTES,
  uploads: createUploadPictures({
    store,
    pictures,
    sanitize: sanitizeInProcess,
    onStored: ({ doc, rev }) => live.put(mediaCollection.name, doc, rev),
  }),
  uploadMaxBytes: config.UPLOAD_MAX_BYTES,
});

const ledger = mongoVariantLedger(store);
const variantWork = startVariantWork({
  redisUrl: config.REDIS_URL,
  prefix: config.QUEUE_PREFIX,
  ledger,
  makeVariants: createMakeVariants({ ledger, originals: pictures, variants, render: renderInProcess }),
  removeUnreferencedVariants: createRemoveUnreferencedVariants({ ledger, variants, isOnlySite }),
  log,
});
const keptMs = config.UNNAMED_FILES_KEPT_MS;
const unnamed = sweepUnreferenced({
  removeUnreferenced: createRemoveUnreferenced({ store, pictures, minAgeMs: keptMs, isOnlySite }),
  minAgeMs: keptMs,
  log,
});
addGauge(metrics, 'variants_due', 'Steps of pictures that the last look found undone', variantWork.due);

await runService({
  app,
  host: config.HOST,
  port: config.PORT,
  async close() {
    await neutralOrders.close();
    await unnamed.close();
    await variantWork.close();
    await live.close();
    await relays.close();
    await producer.close();
    await connection.close();
  },
});
