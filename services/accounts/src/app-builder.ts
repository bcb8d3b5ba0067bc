import type { FastifyInstance } from 'fastify';
import type { SiteImport } from '@vidhi/contracts/site-imports.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import type { OutgoingRecord } from '@vidhi/messaging/producer.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { createAccountCalls } from './users/account-calls.ts';
import { buildApp } from './app.ts';
import { inMemoryApiTokens } from './api-tokens/api-token-repository.ts';
import { createApiTokens } from './api-tokens/api-tokens.ts';
import { inMemoryConsoleViews, type ConsoleViewRepository } from './console-views/console-view-repository.ts';
import { createConsoleViews } from './console-views/console-views.ts';
import { createRecordFact } from './audit/audit-log.ts';
import { inMemoryAudit, type AuditRepository } from './audit/audit-repository.ts';
import { inMemoryDeadLetters, type DeadLetterStore } from './dead-letters/dead-letter-store.ts';
import { createDeadLetters, type DeadLetters } from './dead-letters/dead-letters.ts';
import { encryptedKeys } from './keys/encrypted-keys.ts';
import { inMemoryKeyStore } from './keys/key-repository.ts';
import { createKeyRing, type KeyRing } from './keys/key-ring.ts';
import { inMemoryKnownClients, type KnownClientRepository } from './devices/known-client-repository.ts';
import { createKnownClients } from './devices/known-clients.ts';
import { createEraseAccount, createEraseUser } from './privacy/erase-account.ts';
import type { EraseByAddress } from './privacy/stored-elsewhere.ts';
import { createExportAccount } from './privacy/export-account.ts';
import { createRequestLimits } from './limits/request-limits.ts';
import { createInvitationClient, type InvitationClient } from './profile-claims/invitation-client.ts';
import type { FindProfileOf } from './mail/resolve-mail-request.ts';
import { createPasswordHasher, type PasswordHasher } from './passwords/password-hasher.ts';
import { inProcessCounters, type AttemptCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { createRefreshSessions } from './refresh/refresh-sessions.ts';
import { inMemorySessions } from './refresh/session-repository.ts';
import { inMemorySavedArticles } from './saved-articles/saved-article-repository.ts';
import { createLoginThrottle } from './sessions/login-throttle.ts';
import { createMayLogIn } from './sessions/may-log-in.ts';
import { createSlowLane } from './sessions/slow-lane.ts';
import { createLogIn } from './sessions/log-in.ts';
import type { SiteImports } from './site-imports/site-imports.ts';
import { createAddStaff } from './staff/add-staff.ts';
import { createBlockAccount } from './staff/block-account.ts';
import { inMemoryFirstAdministratorLink } from './staff/first-administrator-link.ts';
import { createImportUsers } from './users/import-users.ts';
import { inMemoryUsers, type InMemoryUsers } from './users/in-memory-user-repository.ts';
import { createUserEvents } from './users/user-events.ts';
import type { User } from './users/user.ts';

export const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
export const PUBLIC_URL = 'https://vidhi.example';
export const COMMON_PASSWORD = 'qwerty123';
const EXPIRED_MS = 3_600_000;
export const NOW = new Date('2026-11-21T10:00:00.000Z');

export interface TestApp {
  app: FastifyInstance;
  audit: AuditRepository;
  users: InMemoryUsers;
  hasher: PasswordHasher;
  keyRing: KeyRing;
  sessions: ReturnType<typeof inMemorySessions>;
  savedArticles: ReturnType<typeof inMemorySavedArticles>;
  knownClients: KnownClientRepository;
  consoleViews: ConsoleViewRepository;
  deadLetters: DeadLetters;
  letterStore: DeadLetterStore;
  /** Records that were sent to Kafka: replays of dead letters. */
  sent: OutgoingRecord[];
  /** A token that was good an hour ago. */
  issueExpired: KeyRing['issue'];
  /** E-mail addresses that were handed over to the newsletter. */
  subscribers: string[];
  /** E-mail addresses of which other services were to erase what they store. */
  erasedAddresses: string[];
}

export interface TestAppOptions {
  users?: readonly User[];
  counters?: AttemptCounters;
  hasher?: PasswordHasher;
  publicUrl?: string;
  isReady?: () => boolean;
  /** Time source of sessions and mail requests. */
  clock?: () => Date;
  emailCheckAlwaysTrue?: boolean;
  emailChecksPerHour?: number;
  secondStepRoles?: readonly number[];
  eraseByAddress?: EraseByAddress;
  isBrokerDown?: () => boolean;
  siteImports?: SiteImports;
  invitations?: InvitationClient;
  /** Default: each account has one. */
  findProfileOf?: FindProfileOf;
}

const NO_IMPORT: SiteImport = { is_available: true, limit_bytes: 1_000_000, archive: null, run: null };
const emptySiteImports: SiteImports = {
  read: async () => NO_IMPORT,
  begin: async () => NO_IMPORT,
  receive: async () => NO_IMPORT,
  remove: async () => NO_IMPORT,
  start: async () => NO_IMPORT,
  close: async () => undefined,
};

/** Creates the app with in-memory stores, for tests of its routes. */
export async function anAccountsApp(options: TestAppOptions = {}): Promise<TestApp> {
  const users = inMemoryUsers(options.users);
  const hasher = options.hasher ?? createPasswordHasher();
  const sessions = inMemorySessions();
  const savedArticles = inMemorySavedArticles();
  const repository = inMemoryKnownClients();
  const audit = inMemoryAudit();
  let clockOffsetMs = -EXPIRED_MS;
  const keyRing = createKeyRing(encryptedKeys(inMemoryKeyStore(), null), {
    rotationDays: 90,
    now: () => new Date(Date.now() + clockOffsetMs),
  });
  await keyRing.refresh();
  const issueExpired: KeyRing['issue'] = async (principal) => {
    clockOffsetMs = -EXPIRED_MS;
    const token = await keyRing.issue(principal);
    clockOffsetMs = 0;
    return token;
  };
  clockOffsetMs = 0;
  const userEvents = createUserEvents('accounts.users');
  const now = () => NOW;
  const knownClients = createKnownClients({
    repository,
    secrets: [SERVICE_TOKEN],
    now: options.clock ?? now,
  });
  const mayLogIn = createMayLogIn([5, 6]);
  const counters = options.counters ?? inProcessCounters(1, () => (options.clock ?? now)().getTime());
  const metrics = createMetrics('accounts');
  const throttle = createLoginThrottle(counters);
  const subscribers: string[] = [];
  const erasedAddresses: string[] = [];
  const slowLane = createSlowLane({ stepMs: 0, maxWaiting: 4, pause: async () => undefined });
  const consoleViews = inMemoryConsoleViews();
  const letterStore = inMemoryDeadLetters();
  const sent: OutgoingRecord[] = [];
  const deadLetters = createDeadLetters({
    store: letterStore,
    producer: {
      async send(record) {
        if (options.isBrokerDown?.() === true) throw new Error('the broker does not respond');
        sent.push(record);
      },
    },
    recordFact: createRecordFact(audit, now),
    onFailure: () => undefined,
    now: options.clock ?? now,
  });
  const eraseUser = createEraseUser({
    users,
    sessions,
    savedArticles,
    knownClients: repository,
    consoleViews,
    deadLetters: letterStore,
    usersTopic: 'accounts.users',
    userEvents,
    eraseByAddress: options.eraseByAddress ?? (async ({ email }) => void erasedAddresses.push(String(email))),
    now,
  });
  const calls = createAccountCalls({
    eraseUser,
    firstAdministratorLink: inMemoryFirstAdministratorLink(),
    users,
    sessions,
    hasher,
    userEvents,
    keyRing,
    mayLogIn,
    secondStepSecrets: [SERVICE_TOKEN],
    secondStepRoles: options.secondStepRoles ?? [],
    mailTopic: TOPICS.accountsMailRequests,
    mailLinkSecrets: [SERVICE_TOKEN],
    isCommonPassword: (password) => password === COMMON_PASSWORD,
    minPasswordLength: 6,
    agreementVersion: '2026-11',
    emailCheckAlwaysTrue: options.emailCheckAlwaysTrue ?? false,
    emailChecksPerHour: options.emailChecksPerHour ?? 600,
    counters,
    metrics,
    responseStepMs: 0,
    findProfileOf: options.findProfileOf ?? (async () => ({ id: 3, title: 'Adv. Bina Rao' })),
    invitations: options.invitations ?? createInvitationClient(undefined, SERVICE_TOKEN),
    publicUrl: options.publicUrl ?? PUBLIC_URL,
    now: options.clock ?? now,
  });
  const app = await buildApp({
    logLevel: false,
    metrics,
    readiness: () => ({}),
    ...(options.isReady === undefined ? {} : { isReady: options.isReady }),
    trustedProxies: ['127.0.0.1'],
    serviceToken: SERVICE_TOKEN,
    users,
    keyRing,
    logIn: createLogIn({
      users,
      hasher,
      throttle,
      slowLane,
      knownClients,
      keyRing,
      mayLogIn,
      secondSteps: calls.secondSteps,
      rejectionStepMs: 0,
    }),
    knownClients,
    deviceSecrets: [SERVICE_TOKEN],
    refreshSessions: createRefreshSessions({
      sessions,
      users,
      keyRing,
      mayLogIn,
      ...calls,
      now: options.clock ?? now,
    }),
    publicUrl: options.publicUrl ?? PUBLIC_URL,
    audit,
    apiTokens: createApiTokens({
      tokens: inMemoryApiTokens(),
      users,
      recordFact: createRecordFact(audit, now),
      now: options.clock ?? now,
    }),
    consoleViews: createConsoleViews({ views: consoleViews, auditTopic: TOPICS.siteAudit, now }),
    listBackups: async () => [{ _id: NOW, finishedAt: NOW, documents: 7, bytes: 900, files: ['uploads'] }],
    listRestoreDrills: async () => [{ _id: NOW, finishedAt: NOW, backupStartedAt: NOW, documents: 7 }],
    deadLetters,
    siteImports: options.siteImports ?? emptySiteImports,
    recordFact: createRecordFact(audit, now),
    importUsers: createImportUsers({ users, userEvents, now }),
    importOrigin: { claim: async () => undefined, check: async () => undefined, find: async () => null },
    addStaff: createAddStaff({ users, hasher, userEvents, now }),
    blockAccount: createBlockAccount({ users, userEvents, now }),
    mayLogIn,
    limits: createRequestLimits(counters),
    addSubscriber: async (email) => void subscribers.push(email),
    confirmedUrl: '/login',
    exportAccount: createExportAccount({
      sessions,
      savedArticles,
      knownClients: repository,
      findStoredElsewhere: async ({ id, email }) => ({
        profile: { id: 12, users_permissions_user: id },
        profileReview: { decisions: [], approved: null },
        pictures: [],
        profileInvitations: [],
        cart: [],
        orders: [],
        newsletter: { email },
        contactMessages: [],
        grievances: [],
      }),
      now,
    }),
    eraseAccount: createEraseAccount(eraseUser, hasher),
    savedArticles,
    calls,
  });
  return {
    app,
    audit,
    users,
    hasher,
    keyRing,
    deadLetters,
    letterStore,
    sent,
    issueExpired,
    sessions,
    savedArticles,
    knownClients: repository,
    consoleViews,
    subscribers,
    erasedAddresses,
  };
}
