import { claimOrigin, findOrigin } from '@vidhi/content-service/import/import-origin.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { mongoOutbox } from '@vidhi/messaging/mongo-outbox.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { startRelay } from '@vidhi/messaging/relay.ts';
import { keepEnsuringTopics } from '@vidhi/messaging/topic-setup.ts';
import { addGauge, createMetrics } from '@vidhi/service-kit/metrics.ts';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { runService } from '@vidhi/service-kit/run-service.ts';
import { buildApp } from './app.ts';
import { confirmedEmailRoles, oldEncryptionKeys, readConfig, trustedProxies } from './config.ts';
import { encryptedKeys } from './keys/encrypted-keys.ts';
import { createKeyCipher } from './keys/key-cipher.ts';
import { mongoKeyStore } from './keys/key-repository.ts';
import { createKeyRing } from './keys/key-ring.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { createSessionIndexes, mongoSessionRepository } from './refresh/mongo-session-repository.ts';
import { createRefreshSessions } from './refresh/refresh-sessions.ts';
import { countersWithFallback, inProcessCounters } from './sessions/attempt-counters.ts';
import { createLoginThrottle } from './sessions/login-throttle.ts';
import { createMaySignIn } from './sessions/may-sign-in.ts';
import { connectRedis, redisCounters } from './sessions/redis-counters.ts';
import { createSlowLane } from './sessions/slow-lane.ts';
import { createSignIn } from './sessions/sign-in.ts';
import { createAddStaff } from './staff/add-staff.ts';
import { createImportUsers } from './users/import-users.ts';
import { createUserFacts } from './users/user-facts.ts';
import { createUserIndexes, mongoUserRepository, usersOutboxOf } from './users/mongo-user-repository.ts';

const KEY_REFRESH_MS = 60_000;
const REFUSAL_MS = 150;
/** A client over its budget has one attempt a second, well within the time of a request when all places are taken. */
const SLOW_LANE = { stepMs: 1_000, maxWaiting: 4 };
const SWEEP_MS = 3_600_000;

const config = readConfig(process.env);
const metrics = createMetrics('accounts');
const usersTopic = { ...TOPICS.accountsUsers, name: `${TOPICS.accountsUsers.name}${config.TOPIC_SUFFIX}` };
const facts = createUserFacts(usersTopic.name);

const connection = await connectMongo(config.MONGO_URL);
await createUserIndexes(connection);
const users = mongoUserRepository(connection, (id) => relay.notify(id));
await createSessionIndexes(connection);
const sessions = mongoSessionRepository(connection);
const { KEY_ENCRYPTION_KEY } = config;
const signingKeys = encryptedKeys(
  mongoKeyStore(connection),
  KEY_ENCRYPTION_KEY === undefined ? null : createKeyCipher(KEY_ENCRYPTION_KEY, oldEncryptionKeys(config)),
);
await signingKeys.reencrypt();
const keyRing = createKeyRing(signingKeys, { rotationDays: config.KEY_ROTATION_DAYS });
await keyRing.refresh();

const redis = connectRedis(config.REDIS_URL);
// Each call says by itself that Redis is away; unheard, the event would end the process.
redis.on('error', () => undefined);
const counters = countersWithFallback(
  redisCounters(redis, config.REDIS_PREFIX),
  inProcessCounters(config.REPLICAS),
  (error) => app.log.debug({ err: error }, 'counting attempts without redis'),
);

const maySignIn = createMaySignIn(confirmedEmailRoles(config));
const hasher = await createPasswordHasher();
const app = await buildApp({
  logLevel: config.LOG_LEVEL,
  metrics,
  readiness: () => ({ mongo: { ok: connection.readyState === 1 } }),
  trustedProxies: trustedProxies(config),
  serviceToken: config.SERVICE_TOKEN,
  users,
  keyRing,
  signIn: createSignIn({
    users,
    hasher,
    throttle: createLoginThrottle(counters),
    slowLane: createSlowLane(SLOW_LANE),
    keyRing,
    maySignIn,
    refusalMs: REFUSAL_MS,
  }),
  refreshSessions: createRefreshSessions({ sessions, users, keyRing, maySignIn }),
  publicUrl: config.PUBLIC_URL,
  importUsers: createImportUsers({ users, facts }),
  importOrigin: {
    claim: (wanted, replace, removeAll) =>
      claimOrigin(connection, wanted, replace, async () => {
        await removeAll();
        // Ids of accounts that come now may have been somebody else's.
        await sessions.removeAll();
      }),
    find: () => findOrigin(connection),
  },
  addStaff: createAddStaff({ users, hasher, facts }),
});

const kafka = connectKafka({ brokers: config.KAFKA_BROKERS, clientId: 'accounts', log: app.log });
const topics = keepEnsuringTopics(kafka, [usersTopic]);
const producer = createProducer(kafka);
const relay = startRelay({ outbox: mongoOutbox(usersOutboxOf(connection)), producer, log: app.log });
addGauge(metrics, 'outbox_oldest_seconds', 'Age of the oldest fact that is not published', () =>
  relay.oldestAgeSeconds(),
);

const keyTimer = setInterval(() => {
  keyRing.refresh().catch((error: unknown) => app.log.warn({ err: error }, 'could not read the keys'));
}, KEY_REFRESH_MS);

const sweepTimer = setInterval(() => {
  sessions
    .removeExpired(new Date())
    .catch((error: unknown) => app.log.warn({ err: error }, 'could not remove expired sessions'));
}, SWEEP_MS);

await runService({
  app,
  host: config.HOST,
  port: config.PORT,
  async close() {
    clearInterval(keyTimer);
    clearInterval(sweepTimer);
    await topics.close();
    await relay.close();
    await producer.close();
    redis.disconnect();
    await connection.close();
  },
});
