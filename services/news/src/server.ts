import { addModelGauges } from '@vidhi/content-service/live/data-headers.ts';
import type { Collection } from '@vidhi/content-engine/schema/collection.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createClosers } from '@vidhi/service-kit/closers.ts';
import { createLogger } from '@vidhi/service-kit/logging.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { openMongo } from '@vidhi/service-kit/mongo.ts';
import { runService } from '@vidhi/service-kit/run-service.ts';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { openNewsData } from './news-data.ts';
import { newsTopics } from './topics.ts';
import { openWriteSide } from './write-side.ts';

const config = readConfig(process.env);
const log = createLogger('news', config.LOG_LEVEL);
const metrics = createMetrics('news');
const topics = newsTopics(config.TOPIC_SUFFIX);
const isWriter = config.NEWS_ROLE !== 'read';
const closers = createClosers((name, error) => log.error({ err: error, name }, 'did not close cleanly'));

const database = openMongo(config.MONGO_URL, (error) => log.warn({ err: error }, 'the database is away'));
closers.add('database', () => database.close());
const client = connectKafka({ brokers: config.KAFKA_BROKERS, clientId: `news-${config.NEWS_ROLE}`, log });

let notifyRelays: (collection: Collection, id: number, priority?: 'bulk') => void = () => {};
const data = openNewsData({
  connection: database.connection,
  client,
  topics,
  withDrafts: isWriter,
  dataDir: config.DATA_DIR,
  notify(collection, id, priority) {
    if (config.NEWS_CRASH_AFTER_WRITE) process.kill(process.pid, 'SIGKILL');
    notifyRelays(collection, id, priority);
  },
});
closers.add('model', () => data.live.close());
addModelGauges(metrics, data.live);

const writing = isWriter
  ? openWriteSide({ config, database, client, topics, data, closers, metrics, log })
  : null;
if (writing !== null) notifyRelays = writing.notify;

const app = await buildApp({
  live: data.live,
  history: data.history,
  variants: data.variants,
  metrics,
  publicUrl: config.PUBLIC_URL,
  verifyToken: createTokenVerifier({ url: config.JWKS_URL, file: config.JWKS_FILE }),
  ...(writing === null ? {} : { writeSide: writing.writeSide }),
  logLevel: config.LOG_LEVEL,
});

await runService({ app, host: config.HOST, port: config.PORT, close: () => closers.closeAll() });
