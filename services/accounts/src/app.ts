import type { FastifyInstance } from 'fastify';
import type { ImportOrigin } from '@vidhi/content-service/import-endpoint.ts';
import { DEVICE_COOKIE, REGISTRATION_COOKIE, SESSION_COOKIE } from '@vidhi/contracts/host-cookies.ts';
import { authPlugin, requireService, type ServiceTokens } from '@vidhi/service-kit/auth.ts';
import type { Check } from '@vidhi/service-kit/health.ts';
import { createHostCookie } from '@vidhi/service-kit/host-cookie.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { createReadTicket } from '@vidhi/service-kit/read-ticket.ts';
import { rejectUntilReady } from '@vidhi/service-kit/ready-guard.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { AccountCalls } from './users/account-calls.ts';
import type { RecordFact } from './audit/audit-log.ts';
import type { AuditRepository } from './audit/audit-repository.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { internalAuditRoutes } from './audit/internal-audit-routes.ts';
import type { ApiTokens } from './api-tokens/api-tokens.ts';
import { apiTokenRoutes, internalApiTokenRoutes } from './api-tokens/api-token-routes.ts';
import { backupRoutes, type BackupRoutesOptions } from './backups/backup-routes.ts';
import { restoreDrillRoutes, type RestoreDrillRoutesOptions } from './backups/restore-drill-routes.ts';
import { consoleViewRoutes } from './console-views/console-view-routes.ts';
import type { ConsoleViewCalls } from './console-views/console-views.ts';
import { addReferenceBodies } from './bodies/reference-bodies.ts';
import { customerRoutes } from './customers/customer-routes.ts';
import { deadLetterRoutes, type DeadLetterRoutesOptions } from './dead-letters/dead-letter-routes.ts';
import { createDeviceCookie } from './devices/device-cookie.ts';
import type { KnownClients } from './devices/known-clients.ts';
import { createFindRequester } from './devices/find-requester.ts';
import { emailRoutes } from './email/email-routes.ts';
import type { KeyRing } from './keys/key-ring.ts';
import { keyRoutes } from './keys/key-routes.ts';
import type { RequestLimits } from './limits/request-limits.ts';
import { mailRequestRoutes } from './mail/mail-request-routes.ts';
import { passwordRoutes } from './passwords/password-routes.ts';
import { claimRoutes } from './profile-claims/claim-routes.ts';
import { registrationRoutes } from './registration/registration-routes.ts';
import type { EraseAccount } from './privacy/erase-account.ts';
import type { ExportAccount } from './privacy/export-account.ts';
import { privacyRoutes } from './privacy/privacy-routes.ts';
import type { AddSubscriber } from './registration/subscriber-client.ts';
import { secondStepRoutes } from './second-step/second-step-routes.ts';
import type { MayLogIn } from './sessions/may-log-in.ts';
import { userContactRoutes } from './users/user-contact-routes.ts';
import { currentTokensIn } from './users/current-tokens.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import type { RefreshSessions } from './refresh/refresh-sessions.ts';
import type { LogIn } from './sessions/log-in.ts';
import type { SavedArticleRepository } from './saved-articles/saved-article-repository.ts';
import { savedArticleRoutes } from './saved-articles/saved-article-routes.ts';
import { siteImportRoutes } from './site-imports/site-import-routes.ts';
import type { SiteImports } from './site-imports/site-imports.ts';
import type { AddStaff } from './staff/add-staff.ts';
import type { BlockAccount } from './staff/block-account.ts';
import { colleagueRoutes } from './staff/colleague-routes.ts';
import {
  firstAdministratorLinkRoutes,
  firstAdministratorRoutes,
} from './staff/first-administrator-routes.ts';
import { staffAdminRoutes } from './staff/staff-admin-routes.ts';
import { staffRoutes } from './staff/staff-routes.ts';
import type { ImportUsers } from './users/import-users.ts';
import { userImportRoutes } from './users/user-import-routes.ts';
import type { UserRepository } from './users/user-repository.ts';
import { userRoutes } from './users/user-routes.ts';

export interface AppDependencies {
  logLevel: string | false;
  metrics: Metrics;
  readiness: () => Record<string, Check>;
  /** Returns whether there are keys, and the unique indexes exist. Always, where absent. */
  isReady?: () => boolean;
  trustedProxies: string[];
  serviceToken: ServiceTokens;
  users: UserRepository;
  keyRing: KeyRing;
  logIn: LogIn;
  refreshSessions: RefreshSessions;
  knownClients: KnownClients;
  /** Secrets of the cookie of a device: the first signs, the others are accepted too. */
  deviceSecrets: readonly [string, ...string[]];
  publicUrl: string;
  audit: AuditRepository;
  apiTokens: ApiTokens;
  consoleViews: ConsoleViewCalls;
  listBackups: BackupRoutesOptions['listBackups'];
  listRestoreDrills: RestoreDrillRoutesOptions['listRestoreDrills'];
  deadLetters: DeadLetterRoutesOptions['deadLetters'];
  siteImports: SiteImports;
  recordFact: RecordFact;
  importUsers: ImportUsers;
  importOrigin: ImportOrigin;
  addStaff: AddStaff;
  blockAccount: BlockAccount;
  limits: RequestLimits;
  mayLogIn: MayLogIn;
  addSubscriber: AddSubscriber;
  calls: AccountCalls;
  exportAccount: ExportAccount;
  eraseAccount: EraseAccount;
  savedArticles: SavedArticleRepository;
  /** Redirect target of confirmation links. */
  confirmedUrl: string;
}

/** Wires the HTTP surface. Opens nothing, reads no environment, never listens. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { logLevel, metrics, readiness, trustedProxies, serviceToken, users, keyRing } = dependencies;
  const { logIn, refreshSessions, importUsers, importOrigin, addStaff, blockAccount, calls } = dependencies;
  const { limits, mayLogIn, addSubscriber, confirmedUrl, exportAccount, eraseAccount } = dependencies;
  const { savedArticles, audit, recordFact } = dependencies;
  const publicUrl = new URL(dependencies.publicUrl);
  const session = {
    refreshSessions,
    cookie: createHostCookie(SESSION_COOKIE, publicUrl),
    deviceCookie: createDeviceCookie(createHostCookie(DEVICE_COOKIE, publicUrl), dependencies.deviceSecrets),
    knownClients: dependencies.knownClients,
    publicUrl,
  };
  const findRequester = createFindRequester({ users, ...session });
  const ticketCookie = createHostCookie(REGISTRATION_COOKIE, publicUrl);
  const readTicket = createReadTicket({
    cookie: ticketCookie,
    publicUrl,
    verifyTicket: keyRing.verifyTicket,
  });
  const app = await createServiceApp({
    name: 'accounts',
    logLevel,
    metrics,
    readiness,
    server: { trustProxy: trustedProxies },
  });
  await app.register(openapiPlugin, { title: 'Accounts' });
  await app.register(authPlugin, { verifyToken: keyRing.verify, isCurrent: currentTokensIn(users) });
  await app.register(async (accounts) => {
    rejectUntilReady(accounts, dependencies.isReady ?? (() => true));
    await accounts.register(keyRoutes, { keyRing });
    await accounts.register(auditRoutes, { audit, recordFact, users });
    await accounts.register(apiTokenRoutes, { apiTokens: dependencies.apiTokens });
    await accounts.register(consoleViewRoutes, { consoleViews: dependencies.consoleViews, users });
    await accounts.register(backupRoutes, { listBackups: dependencies.listBackups });
    await accounts.register(restoreDrillRoutes, { listRestoreDrills: dependencies.listRestoreDrills });
    await accounts.register(deadLetterRoutes, { deadLetters: dependencies.deadLetters });
    await accounts.register(siteImportRoutes, { siteImports: dependencies.siteImports });
    await accounts.register(firstAdministratorRoutes, { ...calls, users, limits });
    await accounts.register(staffAdminRoutes, { ...calls, limits });
    await accounts.register(customerRoutes, { ...calls, exportAccount, recordFact });
    await accounts.register(colleagueRoutes, { users });
    await accounts.register(secondStepRoutes, { ...calls, ...session, users, keyRing, limits });
    await accounts.register(claimRoutes, { ...calls, ...session, users, limits });
    await accounts.register(async (forms) => {
      await addReferenceBodies(forms);
      await forms.register(sessionRoutes, { ...session, logIn });
      await forms.register(registrationRoutes, {
        ...calls,
        ...session,
        addSubscriber,
        keyRing,
        ticketCookie,
        limits,
      });
      await forms.register(passwordRoutes, { ...calls, ...session, users, mayLogIn, limits, findRequester });
      await forms.register(emailRoutes, { ...calls, users, limits, findRequester, confirmedUrl });
      await forms.register(privacyRoutes, { users, exportAccount, eraseAccount, limits });
      await forms.register(savedArticleRoutes, { users, savedArticles });
      await forms.register(userRoutes, { ...calls, users, readTicket, ticketCookie, keyRing, limits });
    });
    await accounts.register(async (internal) => {
      internal.addHook('onRequest', requireService(serviceToken));
      await internal.register(userImportRoutes, { importUsers, users, origin: importOrigin });
      await internal.register(staffRoutes, { addStaff, blockAccount, ...calls });
      await internal.register(firstAdministratorLinkRoutes, calls);
      await internal.register(mailRequestRoutes, calls);
      await internal.register(userContactRoutes, { users });
      await internal.register(internalAuditRoutes, { audit });
      await internal.register(internalApiTokenRoutes, { apiTokens: dependencies.apiTokens });
    });
  });
  return app;
}
