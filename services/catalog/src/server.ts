import { createContentStore } from '@vidhi/content-api/store/content-store.ts';
import { claimOrigin, findOrigin } from '@vidhi/content-api/store/import-origin.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { mongoOutbox } from '@vidhi/messaging/mongo-outbox.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { startRelay } from '@vidhi/messaging/relay.ts';
import { keepEnsuringTopics } from '@vidhi/messaging/topic-setup.ts';
import { addGauge, createMetrics } from '@vidhi/service-kit/metrics.ts';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { runService } from '@vidhi/service-kit/run-service.ts';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { fileSystemPictureStore } from './media/file-system-picture-store.ts';
import { createImportPicture, removeAllPictures } from './media/import-picture.ts';
import { mediaFacts } from './media/media-facts.ts';
import { createMediaIndexes, mediaOutboxOf, mongoMedia } from './media/mongo-media.ts';
import { createMakeVariants } from './variants/make-variants.ts';
import { mongoVariantLedger } from './variants/mongo-variants.ts';
import { createRemoveOrphans } from './variants/remove-orphans.ts';
import { startVariantWork } from './variants/variant-queue.ts';
import { renderInProcess } from './variants/variant-renderer.ts';

const config = readConfig(process.env);
const metrics = createMetrics('catalog');
const mediaTopic = { ...TOPICS.catalogMedia, name: `${TOPICS.catalogMedia.name}${config.TOPIC_SUFFIX}` };

const connection = await connectMongo(config.MONGO_URL);
await createMediaIndexes(connection);
const pictures = await fileSystemPictureStore(config.DATA_DIR);
const variants = await fileSystemPictureStore(config.DATA_DIR, 'variants');
const store = createContentStore({
  connection,
  factsOf: mediaFacts(mediaTopic.name),
  notify(_collection, id) {
    relay.notify(id);
    variantWork.notice(id);
  },
});
const media = mongoMedia(store);

const app = await buildApp({
  logLevel: config.LOG_LEVEL,
  metrics,
  readiness: () => ({ mongo: { ok: connection.readyState === 1 } }),
  verifyToken: createTokenVerifier({ url: config.JWKS_URL, file: config.JWKS_FILE }),
  serviceToken: config.SERVICE_TOKEN,
  media,
  pictures,
  variants,
  importPicture: createImportPicture({ store, pictures }),
  importOrigin: {
    claim: (wanted, replace) =>
      claimOrigin(connection, wanted, replace, () => removeAllPictures({ store, pictures })),
    find: () => findOrigin(connection),
  },
  countPictures: () => media.count(),
  pictureMaxBytes: config.PICTURE_MAX_BYTES,
});

const kafka = connectKafka({ brokers: config.KAFKA_BROKERS, clientId: 'catalog', log: app.log });
const topics = keepEnsuringTopics(kafka, [mediaTopic]);
const producer = createProducer(kafka);
const relay = startRelay({ outbox: mongoOutbox(mediaOutboxOf(connection)), producer, log: app.log });
const ledger = mongoVariantLedger(store);
const variantWork = startVariantWork({
  redisUrl: config.REDIS_URL,
  prefix: config.QUEUE_PREFIX,
  ledger,
  makeVariants: createMakeVariants({ ledger, originals: pictures, variants, render: renderInProcess }),
  removeOrphans: createRemoveOrphans({ ledger, variants }),
  log: app.log,
});
addGauge(metrics, 'variants_due', 'Steps of pictures that the last look found undone', variantWork.due);
addGauge(metrics, 'outbox_oldest_seconds', 'Age of the oldest fact that is not published', () =>
  relay.oldestAgeSeconds(),
);

await runService({
  app,
  host: config.HOST,
  port: config.PORT,
  async close() {
    await variantWork.close();
    await topics.close();
    await relay.close();
    await producer.close();
    await connection.close();
  },
});
