import type { FastifyInstance } from 'fastify';
import { authPlugin, requireService } from '@vidhi/service-kit/auth.ts';
import type { Check } from '@vidhi/service-kit/health.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { rejectUntilReady } from '@vidhi/service-kit/ready-guard.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { KeyRing } from './keys/key-ring.ts';
import { keyRoutes } from './keys/key-routes.ts';
import { currentTokensIn } from './users/current-tokens.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import type { RefreshSessions } from './refresh/refresh-sessions.ts';
import { createSessionCookie } from './refresh/session-cookie.ts';
import type { SignIn } from './sessions/sign-in.ts';
import type { AddStaff } from './staff/add-staff.ts';
import { staffRoutes } from './staff/staff-routes.ts';
import type { ImportUsers } from './users/import-users.ts';
import { userImportRoutes, type ImportOrigin } from './users/user-import-routes.ts';
import type { UserRepository } from './users/user-repository.ts';
import { userRoutes } from './users/user-routes.ts';

export interface AppDependencies {
  logLevel: string | false;
  metrics: Metrics;
  readiness: () => Record<string, Check>;
  /** Whether there are keys, and the unique indexes exist. Always, where absent. */
  isReady?: () => boolean;
  trustedProxies: string[];
  serviceToken: string;
  users: UserRepository;
  keyRing: KeyRing;
  signIn: SignIn;
  refreshSessions: RefreshSessions;
  publicUrl: string;
  importUsers: ImportUsers;
  importOrigin: ImportOrigin;
  addStaff: AddStaff;
}

/** Wires the HTTP surface. Opens nothing, reads no environment, never listens. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { logLevel, metrics, readiness, trustedProxies, serviceToken, users, keyRing } = dependencies;
  const { signIn, refreshSessions, importUsers, importOrigin, addStaff } = dependencies;
  const publicUrl = new URL(dependencies.publicUrl);
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
    await accounts.register(sessionRoutes, {
      signIn,
      refreshSessions,
      cookie: createSessionCookie(publicUrl),
      publicUrl,
    });
    await accounts.register(userRoutes, { users });
    await accounts.register(async (internal) => {
      internal.addHook('onRequest', requireService(serviceToken));
      await internal.register(userImportRoutes, { importUsers, users, origin: importOrigin });
      await internal.register(staffRoutes, { addStaff });
    });
  });
  return app;
}
