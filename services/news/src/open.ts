import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { addModelGauges } from '@vidhi/content-service';
import { openSearchIndex } from '@vidhi/content-service/search.ts';
import { imageOriginsOf } from '@vidhi/contracts/image-origins.ts';
import { connectKafkaOf } from '@vidhi/messaging/kafka.ts';
import { openDatabase } from '@vidhi/service-kit/open-database.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { acceptedServiceTokens } from '@vidhi/service-kit/service-env.ts';
import { openTokenVerifier } from '@vidhi/service-kit/api-token-verifier.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { openNewsData } from './model/news-data.ts';
import { createPostSearch } from './search/post-search.ts';
import { mongoLivePreviews } from './previews/mongo-preview-links.ts';
import { newsTopics } from './topics.ts';
import { openWriteSide } from './writes/write-side.ts';

/** Opens the whole service. */
export async function open(context: ServiceContext, config: Config): Promise<FastifyInstance> {
  const { log, metrics, closers } = context;
  const topics = newsTopics(config.TOPIC_SUFFIX);
  const isWriter = config.NEWS_ROLE !== 'read';
  const database = openDatabase(context, config);
  const client = connectKafkaOf(`news-${config.NEWS_ROLE}`, config, context);

  const data = openNewsData({
    connection: database.connection,
    client,
    topics,
    withDrafts: isWriter,
    dataDir: config.DATA_DIR,
  });
  closers.add('model', () => data.live.close());
  addModelGauges(metrics, data.live);
  const reportSearch = (error: unknown): void =>
    log.warn({ err: error }, 'posts could not be indexed for the search');
  const search = closers.open('search', () =>
    createPostSearch({
      model: data.live.model,
      index: openSearchIndex(join(config.DATA_DIR, isWriter ? 'writer.search' : 'reader.search')),
      onError: reportSearch,
    }),
  );
  // Posts that are not indexed yet are missing from results; other reads do not wait for them.
  void data.live.ready.then(async () => search.start()).catch(reportSearch);

  const writing = isWriter ? openWriteSide(context, { config, database, client, topics, data }) : null;

  return buildApp({
    live: data.live,
    history: data.history,
    corrections: data.corrections,
    variants: data.variants,
    search,
    previews: {
      links: mongoLivePreviews(database.connection),
      store: data.store,
      secrets: acceptedServiceTokens(config),
    },
    metrics,
    publicUrl: config.PUBLIC_URL,
    imageOrigins: imageOriginsOf(config.IMAGE_ORIGINS),
    verifyToken: openTokenVerifier(config),
    ...(writing === null ? {} : { writeSide: writing }),
    logLevel: config.LOG_LEVEL,
  });
}
