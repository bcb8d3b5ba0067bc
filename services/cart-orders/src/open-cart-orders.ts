import type { FastifyInstance } from 'fastify';
import type { UserPayload } from '@vidhi/contracts/events.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { openConsumer } from '@vidhi/messaging/open-consumer.ts';
import { addModelGauges } from '@vidhi/content-service';
import { openMongo } from '@vidhi/service-kit/mongo.ts';
import { prepareDatabase } from '@vidhi/service-kit/preparation.ts';
import { createRemoteKeys } from '@vidhi/service-kit/remote-keys.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { buildApp } from './app.ts';
import { createCartIndexes, mongoCartStore } from './carts/mongo-cart-store.ts';
import { COPIED_EVENTS, openCatalogueCopy } from './catalogue/catalogue-copy.ts';
import type { Config } from './config.ts';

const SWEEP_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Opens the whole service. */
export async function openCartOrders(context: ServiceContext, config: Config): Promise<FastifyInstance> {
  const { log, metrics, closers } = context;
  const database = closers.open('database', () =>
    openMongo(config.MONGO_URL, (error) => log.warn({ err: error }, 'the database is unavailable')),
  );
  const { connection } = database;
  const carts = mongoCartStore(connection);
  const client = connectKafka({ brokers: config.KAFKA_BROKERS, clientId: 'cart-orders', log });
  const { live, topics, apply } = openCatalogueCopy({
    connection,
    client,
    topicSuffix: config.TOPIC_SUFFIX,
    dataDir: config.DATA_DIR,
  });
  closers.add('model', () => live.close());
  addModelGauges(metrics, live);

  const preparation = prepareDatabase(context, {
    database,
    async prepare(report) {
      report('creating indexes');
      await createCartIndexes(connection);
    },
    onPrepared() {
      openConsumer(context, {
        client,
        name: 'copies',
        groupId: `cart-orders-copies${config.TOPIC_SUFFIX}`,
        topics: topics.map(({ name }) => name),
        events: COPIED_EVENTS,
        async handle(envelope) {
          if (envelope.type.startsWith('user.')) {
            const { id, erased } = envelope.data as UserPayload;
            if (erased === true) await carts.removeOf(id);
          }
          return apply(envelope);
        },
      });
      const sweep = setInterval(() => {
        carts
          .removeGuestLinesBefore(new Date(Date.now() - config.GUEST_CART_RETENTION_DAYS * DAY_MS))
          .catch((error: unknown) => log.warn({ err: error }, 'could not remove abandoned carts'));
      }, SWEEP_MS);
      closers.add('cart sweep', () => clearInterval(sweep));
    },
  });

  return buildApp({
    logLevel: config.LOG_LEVEL,
    metrics,
    readiness: () => ({
      preparation: preparation.check(),
      catalogue: live.readiness(),
      mongo: { ok: database.isConnected(), isAdvisory: true },
    }),
    isReady: () => preparation.isDone() && live.isReady(),
    verifyToken: createTokenVerifier(createRemoteKeys({ url: config.JWKS_URL, file: config.JWKS_FILE })),
    publicUrl: config.PUBLIC_URL,
    cartCookieSecret: config.CART_COOKIE_SECRET ?? config.SERVICE_TOKEN,
    carts,
    catalogue: live,
  });
}
