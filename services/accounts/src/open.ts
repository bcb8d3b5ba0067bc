import type { FastifyInstance } from 'fastify';
import { mongoOrigin } from '@vidhi/content-service/import-endpoint.ts';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { connectKafkaOf } from '@vidhi/messaging/kafka.ts';
import { openConsumer } from '@vidhi/messaging/open-consumer.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { watchTopicLoss } from '@vidhi/messaging/topic-loss.ts';
import { keepEnsuringTopics } from '@vidhi/messaging/topic-setup.ts';
import { addOutboxMetrics } from '@vidhi/outbox/outbox-stats.ts';
import { startOutbox } from '@vidhi/outbox/start-outbox.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { openDatabase } from '@vidhi/service-kit/open-database.ts';
import { prepareDatabase } from '@vidhi/service-kit/preparation.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { createIndexes, modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { createAccountCalls } from './users/account-calls.ts';
import { buildApp } from './app.ts';
import { mongoApiTokens } from './api-tokens/api-token-repository.ts';
import { createApiTokens } from './api-tokens/api-tokens.ts';
import { CONSOLE_VIEWS, mongoConsoleViews } from './console-views/console-view-repository.ts';
import { createConsoleViews } from './console-views/console-views.ts';
import { BACKUPS } from './backups/backup-collection.ts';
import { RESTORE_DRILLS } from './backups/restore-drill-collection.ts';
import { COLLECTIONS } from './collections.ts';
import { everyTopic, openDeadLetters } from './dead-letters/open-dead-letters.ts';
import {
  confirmedEmailRoles,
  mailLinkSecrets,
  oldEncryptionKeys,
  type Config,
  secondStepRoles,
  secondStepSecrets,
  trustedProxies,
} from './config.ts';
import { createFindReceived } from './audit/find-received.ts';
import { AUDIT_EVENTS, createAuditEvents } from './audit/audit-events.ts';
import { MAX_FACTS, createRecordFact } from './audit/audit-log.ts';
import { mongoAuditRepository } from './audit/mongo-audit-repository.ts';
import { encryptedKeys } from './keys/encrypted-keys.ts';
import { createKeyCipher } from './keys/key-cipher.ts';
import { mongoKeyStore } from './keys/key-repository.ts';
import { createKeyRing } from './keys/key-ring.ts';
import { readKeys } from './keys/read-keys.ts';
import { createRequestLimits } from './limits/request-limits.ts';
import { REQUEST_RETENTION_MS } from './mail/mail-request.ts';
import { loadCommonPasswords } from './passwords/common-passwords.ts';
import {
  PASSWORD_CONCURRENCY,
  RESERVED_PASSWORDS,
  createPasswordHasher,
} from './passwords/password-hasher.ts';
import { startPasswordProcess } from './passwords/start-password-process.ts';
import { mongoSessionRepository } from './refresh/mongo-session-repository.ts';
import { createRefreshSessions } from './refresh/refresh-sessions.ts';
import { KNOWN_CLIENT_MS, createKnownClients } from './devices/known-clients.ts';
import { mongoKnownClientRepository } from './devices/mongo-known-client-repository.ts';
import { createEraseAccount, createEraseUser } from './privacy/erase-account.ts';
import { createExportAccount } from './privacy/export-account.ts';
import { createFindProfileOf } from './mail/find-profile-of.ts';
import { createInvitationClient } from './profile-claims/invitation-client.ts';
import { createStoredElsewhere } from './privacy/stored-elsewhere.ts';
import { mongoSavedArticleRepository } from './saved-articles/mongo-saved-article-repository.ts';
import { createAddSubscriber } from './registration/subscriber-client.ts';
import { createLoginThrottle } from './sessions/login-throttle.ts';
import { createMayLogIn } from './sessions/may-log-in.ts';
import { openCounters } from '@vidhi/service-kit/open-counters.ts';
import { acceptedServiceTokens } from '@vidhi/service-kit/service-env.ts';
import { createSlowLane } from './sessions/slow-lane.ts';
import { createLogIn } from './sessions/log-in.ts';
import { createAddStaff } from './staff/add-staff.ts';
import { createBlockAccount } from './staff/block-account.ts';
import { mongoFirstAdministratorLink } from './staff/first-administrator-link.ts';
import { createImportUsers } from './users/import-users.ts';
import { stateOfUser } from './users/user-state.ts';
import { openSiteImports } from './site-imports/open-site-imports.ts';
import { createUserEvents } from './users/user-events.ts';
import { mongoUserRepository, reserveStaffIds } from './users/mongo-user-repository.ts';
import { USERS } from './users/user-collection.ts';

const KEY_REFRESH_MS = 60_000;
/**
 * Many times the duration of a bcrypt hash of an archive, which takes longer than ours: also beside other work, both end in
 * the first step.
 */
const REJECTION_STEP_MS = 500;
/** Longer than a write with its event, so that it hides whether there was one. */
const RESPONSE_STEP_MS = 250;
/** A client over its budget has one attempt a second, well within the time of a request when all places are taken. */
const SLOW_LANE = { stepMs: 1_000, maxWaiting: 4 };
/** A third of the share of a process that responds to requests: logins become slower before reads do. */
const PASSWORD_NICENESS = 5;
/**
 * Pause after a computation. A read that meets a login takes about 3 ms longer on two cores: this bounds how many do. It does
 * not depend on the computation, so that it does not tell how long that took.
 */
const PASSWORD_PAUSE = { longestMs: 150, sumMs: 1_000 };
/** With the time in the queue, less than the gateway's time-out of ten seconds. */
const PASSWORD_DEADLINE_MS = 5_000;
const SWEEP_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Opens the whole service. */
export async function open(context: ServiceContext, config: Config): Promise<FastifyInstance> {
  const { log, metrics, closers } = context;
  const usersTopic = withSuffix(TOPICS.accountsUsers, config.TOPIC_SUFFIX);
  const mailTopic = withSuffix(TOPICS.accountsMailRequests, config.TOPIC_SUFFIX);
  const auditTopic = withSuffix(TOPICS.siteAudit, config.TOPIC_SUFFIX);
  const userEvents = createUserEvents(usersTopic.name, auditTopic);

  const database = openDatabase(context, config);
  const { connection, connected } = database;
  const sessions = mongoSessionRepository(connection);
  const savedArticles = mongoSavedArticleRepository(connection);
  const audit = mongoAuditRepository(connection);
  const backups = modelOf(connection, BACKUPS);
  const restoreDrills = modelOf(connection, RESTORE_DRILLS);
  const recordFact = createRecordFact(audit);
  const deviceSecrets = mailLinkSecrets(config);
  const knownClientRepository = mongoKnownClientRepository(connection);
  const knownClients = createKnownClients({ repository: knownClientRepository, secrets: deviceSecrets });
  const { KEY_ENCRYPTION_KEY } = config;
  const signingKeys = encryptedKeys(
    mongoKeyStore(connection),
    KEY_ENCRYPTION_KEY === undefined ? null : createKeyCipher(KEY_ENCRYPTION_KEY, oldEncryptionKeys(config)),
  );
  const keyRing = createKeyRing(signingKeys, { rotationDays: config.KEY_ROTATION_DAYS });

  const { counters, check: checkRedis } = openCounters(context, config);

  const mayLogIn = createMayLogIn(confirmedEmailRoles(config));
  const algorithms = closers.open('password process', () =>
    startPasswordProcess({
      threads: PASSWORD_CONCURRENCY + RESERVED_PASSWORDS,
      niceness: PASSWORD_NICENESS,
      deadlineMs: PASSWORD_DEADLINE_MS,
      log,
    }),
  );
  const hasher = createPasswordHasher({ algorithms, pause: PASSWORD_PAUSE });
  const isCommonPassword = await loadCommonPasswords(config.COMMON_PASSWORDS_FILE);
  const client = connectKafkaOf('accounts', config, context);
  closers.open('topics', () => keepEnsuringTopics(client, everyTopic(config.TOPIC_SUFFIX)));
  const producer = closers.open('producer', () => createProducer(client));
  const findAcknowledged = createFindReceived({ config, audit });
  const outbox = closers.open('outbox', () =>
    startOutbox<number>({
      connection,
      connected,
      collection: USERS.name,
      topics: [mailTopic, usersTopic, auditTopic],
      stateOf: stateOfUser(userEvents),
      findAcknowledged,
      producer,
      onPublished: () => failPoint('accounts.event-published'),
      log,
    }),
  );
  const users = mongoUserRepository(connection, outbox.notify);
  const deadLetters = openDeadLetters(context, {
    connection,
    client,
    producer,
    suffix: config.TOPIC_SUFFIX,
    recordFact,
  });
  const viewOutbox = closers.open('outbox of views of the console', () =>
    startOutbox<string>({
      connection,
      connected,
      collection: CONSOLE_VIEWS.name,
      topics: [auditTopic],
      findAcknowledged,
      producer,
      log,
    }),
  );
  addOutboxMetrics(metrics, [outbox, viewOutbox]);
  const consoleViews = mongoConsoleViews(connection, viewOutbox.notify);

  const elsewhere = createStoredElsewhere(
    {
      catalogUrl: config.CATALOG_URL,
      cartOrdersUrl: config.CART_ORDERS_URL,
      notifyUrl: config.NOTIFY_URL,
    },
    config.SERVICE_TOKEN,
  );
  const eraseUser = createEraseUser({
    users,
    sessions,
    savedArticles,
    knownClients: knownClientRepository,
    consoleViews,
    deadLetters: deadLetters.store,
    usersTopic: usersTopic.name,
    userEvents,
    eraseByAddress: elsewhere.erase,
  });
  const calls = createAccountCalls({
    eraseUser,
    firstAdministratorLink: mongoFirstAdministratorLink(connection),
    findProfileOf: createFindProfileOf(config.CATALOG_URL, config.SERVICE_TOKEN),
    invitations: createInvitationClient(config.CATALOG_URL, config.SERVICE_TOKEN),
    users,
    sessions,
    hasher,
    userEvents,
    keyRing,
    mayLogIn,
    secondStepSecrets: secondStepSecrets(config),
    secondStepRoles: secondStepRoles(config),
    mailTopic,
    mailLinkSecrets: mailLinkSecrets(config),
    isCommonPassword,
    minPasswordLength: config.MIN_PASSWORD_LENGTH,
    agreementVersion: config.AGREEMENT_VERSION,
    emailCheckAlwaysTrue: config.EMAIL_CHECK_ALWAYS_TRUE,
    emailChecksPerHour: config.EMAIL_CHECKS_PER_HOUR,
    counters,
    metrics,
    responseStepMs: RESPONSE_STEP_MS,
    publicUrl: config.PUBLIC_URL,
  });

  const preparation = prepareDatabase(context, {
    database,
    async prepare(report) {
      report('creating indexes');
      await createIndexes(connection, COLLECTIONS);
      await reserveStaffIds(connection);
      report('reading the keys');
      await readKeys({ signingKeys, keyRing, log });
      await calls.secondSteps.reencrypt();
    },
    onPrepared() {
      const ago = (ms: number): Date => new Date(Date.now() - ms);
      closers.every('reading of the keys', KEY_REFRESH_MS, () => keyRing.refresh());
      closers.every('removal of expired sessions', SWEEP_MS, () => sessions.removeExpired(new Date()));
      closers.every('removal of deleted views', SWEEP_MS, () => consoleViews.forgetRemoved());
      closers.every('removal of old known clients', SWEEP_MS, () =>
        knownClientRepository.removeUsedBefore(ago(KNOWN_CLIENT_MS)),
      );
      closers.every('removal of old entries of the audit log', SWEEP_MS, () =>
        audit.removeBefore(ago(config.AUDIT_RETENTION_DAYS * DAY_MS)),
      );
      closers.every('removal of expired mail requests', SWEEP_MS, () =>
        users.forgetMailRequests(ago(REQUEST_RETENTION_MS)),
      );
      openConsumer(context, {
        client,
        name: 'audit',
        groupId: `accounts-audit${config.TOPIC_SUFFIX}`,
        topics: [auditTopic.name],
        events: AUDIT_EVENTS,
        // The log orders facts as it adds them, which it does together.
        atOnce: MAX_FACTS,
        handle: createAuditEvents(recordFact),
      });
      deadLetters.start();
      closers.open('topic loss', () => watchTopicLoss({ client, connection, topics: outbox.ownedTopics }));
    },
  });

  return buildApp({
    logLevel: config.LOG_LEVEL,
    metrics,
    readiness: () => ({
      keys: preparation.check(),
      // Tokens are verified and keys published without it.
      mongo: { ok: database.isConnected(), isAdvisory: true },
      redis: checkRedis(),
    }),
    isReady: preparation.isDone,
    trustedProxies: trustedProxies(config),
    serviceToken: acceptedServiceTokens(config),
    users,
    keyRing,
    logIn: createLogIn({
      users,
      hasher,
      throttle: createLoginThrottle(counters),
      slowLane: createSlowLane(SLOW_LANE),
      knownClients,
      keyRing,
      mayLogIn,
      secondSteps: calls.secondSteps,
      rejectionStepMs: REJECTION_STEP_MS,
    }),
    refreshSessions: createRefreshSessions({ sessions, users, keyRing, mayLogIn, ...calls }),
    knownClients,
    deviceSecrets,
    publicUrl: config.PUBLIC_URL,
    audit,
    apiTokens: createApiTokens({ tokens: mongoApiTokens(connection), users, recordFact }),
    consoleViews: createConsoleViews({ views: consoleViews, auditTopic }),
    listBackups: (limit) => backups.find({}).sort({ _id: -1 }).limit(limit),
    listRestoreDrills: (limit) => restoreDrills.find({}).sort({ _id: -1 }).limit(limit),
    deadLetters: deadLetters.calls,
    siteImports: await openSiteImports(context, { config, recordFact }),
    recordFact,
    importUsers: createImportUsers({ users, userEvents }),
    importOrigin: mongoOrigin(connection, async () => {
      // Ids of accounts that are imported now may have belonged to other accounts.
      await sessions.removeAll();
      await savedArticles.removeAll();
      await knownClientRepository.removeAll();
    }),
    addStaff: createAddStaff({ users, hasher, userEvents }),
    blockAccount: createBlockAccount({ users, userEvents }),
    mayLogIn,
    limits: createRequestLimits(counters),
    addSubscriber: createAddSubscriber(config.NOTIFY_URL, config.SERVICE_TOKEN),
    confirmedUrl: config.CONFIRMED_PATH,
    exportAccount: createExportAccount({
      sessions,
      savedArticles,
      knownClients: knownClientRepository,
      findStoredElsewhere: elsewhere.find,
    }),
    eraseAccount: createEraseAccount(eraseUser, hasher),
    savedArticles,
    calls,
  });
}
